/**
 * Watches that a function which commits reads the table only inside `decide`, or inside the `find` of its record: what it reads elsewhere
 * may have changed by the commit, and is not read again where the decision is made again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as unitOfWork from '../../../lib/once/unit-of-work.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type * as jointReads from '../../../lib/table/joint-reads.ts';
import type { Key } from '../../../lib/table/keys.ts';
import { replaceExport } from '../replaced-exports.ts';
import { keep } from '../run-artifacts.ts';
import { kindOf } from './conditions.ts';
import { queriedKey } from './expressions.ts';
import { type Any as Input, onCall } from './on-call.ts';
import { isFunctionAtWork } from './permissions.ts';

/** What calls with a shopper token read before their decisions. */
const withTokens = Object.fromEntries(
  ['shop-post-review', 'shop-edit-review', 'shop-join-waitlist'].flatMap((name) => [
    [`${name} CUSTOMER CUSTOMER`, 'who calls is found out beside the reads, and refused before anything is committed'],
    [`${name} INDEX SITES`, 'names the site that may have the origin of the caller: it is read by its key'],
    [
      `${name} SITE SITE`,
      'where a call comes from is found out beside the reads, and refused before anything is committed',
    ],
  ]),
);

/** What may be read outside of decisions, by function (`*`: any) and kind of item, and why. */
export const readsOutside: Readonly<Record<string, string>> = {
  '* STORE STORE': 'changes so seldom that a function may know it for a minute',
  '* APIKEY APIKEY': 'who calls is found out beside the reads, and refused before anything is committed',
  '* DEPLOYMENT SECRET': 'it never changes',
  '* DEPLOYMENTKEY MARK': 'it never changes',
  '* IDEMPOTENCY': 'an upload looks for its record before it takes the file in, and its decision looks again',
  'upload-digital-file PRODUCT PRODUCT': 'is read while the bytes come: the commit is held to it',
  'upload-digital-file PRODUCT FILE': 'is read while the bytes come: the commit is held to it',
  'set-gift-option-image SITE GIFTOPTION': 'is read while the bytes come: the commit is held to it',
  ...withTokens,
  'shop-post-review ORDER ORDER': 'what a token is limited to never changes: the lines of an order stay',
  'shop-edit-review ORDER ORDER': 'the same',
  'shop-edit-review REVIEW REVIEW': 'the product of a review never changes',
  'send-mail *': 'a mail goes out before it is noted as sent: without a decision, so that it is never lost',
  'send-restock-mail *': 'the same',
  'import-records PRODUCT PRODUCT': 'a renaming begins where it stopped; each of its commits reads the product again',
  'import-records PRODUCT REVIEWS': 'names the reviews of a page, which its commit reads',
  'work-on-waitlist WAITLIST ENTRY': 'tells the parts in which someone may wait: each commit reads who does',
  'go-on-with-migrations *': 'the place and the page say what to look at: each commit is held to what was read',
  'send-review-requests SWEEPS REVIEWREQUESTS':
    'says where the round goes on: each email is decided on what its commit reads',
  'send-review-requests INDEX REVIEWREQUESTS': 'says which emails to look at: each commit reads its own again',
  'sweep-gift-cards *': 'the index and the place say what to look at: each commit reads it again',
  'deliver-events WEBHOOKS WEBHOOK':
    'says where an attempt goes: what becomes of the webhook is decided on what is read after it',
  'redeliver-events WEBHOOKS WEBHOOK':
    'says where an attempt goes: what becomes of the webhook is decided on what is read after it',
  'redeliver-events REPLAY REPLAY': 'says to which webhook an event is replayed, which never changes',
  'redeliver WEBHOOKS WEBHOOK': 'says where the delivery goes: what is recorded of it does not depend on the webhook',
  'redeliver EVENT EVENT': 'never changes',
  'sweep-deliveries *':
    'the index and the place say what to look at: an attempt that is made again is the same to its receiver',
  'sweep-uploads *': 'the index and the place say what to look at: each commit reads it again',
  'keep-figures PUBLICSITES': 'says whether a store has public files; nothing that is counted depends on it',
  'write-public-files *': 'what is read becomes a file; only the state of a site is committed, by what is read again',
  'sweep-public-files *': 'says whether files are due; only the state of a site is committed, by what is read again',
  'write-feeds *': 'what is read becomes a feed; only the state of the feeds is committed, by what is read again',
  'rebuild-public *': 'what is read becomes a file; only the state of a site is committed, by what is read again',
};

interface Invocation {
  name: string;
  hasCommitted: boolean;
  read: Set<string>;
}

const invocations = new AsyncLocalStorage<Invocation>();
const decisions = new AsyncLocalStorage<true>();

const found = new Set<string>();

/** Reads outside of decisions since the last time, as `function kind`. */
export function readOutsideSince(): string[] {
  const since = [...found];
  found.clear();
  return since;
}

/** Does the work of a function, and notes what it reads outside of decisions if it commits anything. */
export async function watchingReads<T>(name: string, work: () => Promise<T>): Promise<T> {
  const invocation: Invocation = { name, hasCommitted: false, read: new Set() };
  try {
    return await invocations.run(invocation, work);
  } finally {
    if (invocation.hasCommitted) for (const kind of invocation.read) note(name, kind);
  }
}

function note(name: string, kind: string): void {
  const allowed = [`${name} *`, `${name} ${kind}`, `* ${kind}`].find((read) => read in readsOutside);
  if (allowed) keep('reads outside', allowed);
  else found.add(`${name} ${kind}`);
}

function noteReads(keys: readonly Key[]): void {
  const invocation = invocations.getStore();
  if (!invocation || decisions.getStore() || !isFunctionAtWork()) return;
  for (const key of keys) invocation.read.add(kindOf(key));
}

const deciding = <T>(work: () => T): T => decisions.run(true, work);

function watched<R>(step: unitOfWork.Step<R>): unitOfWork.Step<R> {
  const { record } = step;
  return {
    ...step,
    decide: (attempt) => deciding(() => step.decide(attempt)),
    record: record && { ...record, find: () => deciding(() => record.find()) },
  };
}

replaceExport<typeof unitOfWork.commitUnitOfWork>('commitUnitOfWork', (commit) => (unit) => {
  const invocation = invocations.getStore();
  if (invocation) invocation.hasCommitted = true;
  return commit(watched(unit));
});

replaceExport<typeof unitOfWork.withoutCommit>('withoutCommit', (reply) => (step) => reply(watched(step)));

// Reads that are joined go out in the name of the first: each is noted where it is asked for.
replaceExport<typeof jointReads.readInBatch>('readInBatch', (read) => (keys, readItems) => {
  noteReads(keys);
  return read(keys, readItems);
});

/** The keys that a call reads, the beginnings of those that a query finds; none of a read by key that was noted where it was asked for. */
function keysOf(command: string, input: Input): Key[] {
  if (command.startsWith('GetItem')) return [{ sk: '', ...input.Key }];
  if (!command.startsWith('Query')) return [];
  const { pk, sk } = queriedKey(input);
  return [{ pk: `${input.IndexName ? 'INDEX#' : ''}${pk}`, sk }];
}

onCall(dynamodb, ({ command, input }, next) => {
  noteReads(keysOf(command, input));
  return next();
});
