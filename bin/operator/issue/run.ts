/** Issues what is left of a file's cards, a few at once, with API keys of the run's own. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch } from '../../../lib/client/options.ts';
import {
  ApiError,
  AuthenticationError,
  RateLimitError,
  type StoreCommerce,
  StoreCommerceError,
} from '../../../lib/client/store-commerce.ts';
import type { Session } from '../command.ts';
import { importRows } from '../files/importer.ts';
import { type Amounts, type Codes, type Issued, type Problem, type Row, readRows } from './cards.ts';
import { type Clock, isForgotten, journalOf, type RunJournal, steadyClock } from './journal.ts';

interface Run {
  from: string;
  amounts: Amounts;
  /** A client with the key that the journal names, which sends with the given fetch. */
  connect(send: Fetch): StoreCommerce;
  keys: { create(): Promise<Key>; end(key: Key): Promise<void> };
  journal: RunJournal;
  codes: Codes;
  /** All cards of the file. */
  cards: number;
}

type Show = (text: string) => void;

/** Cards that are being issued at once, and the most that a run that dies has started without a code in the file. */
const atOnce = 8;

/** What is noted before and after each few cards lets another run continue. Throws if the service can no longer be asked. */
export async function issueRows(run: Run, show: Show): Promise<{ issued: number; refused: Problem[] }> {
  const { from, amounts, journal, codes, cards } = run;
  const now = steadyClock();
  const done = new Set(codes.done);
  /** Lines with an unknown outcome. */
  const open = () => [...journal.started.keys()].filter((line) => !done.has(line) && !journal.refused.has(line));
  const late = open().filter((line) => isForgotten(journal.started.get(line), now()));
  if (late.length > 0) throw forgotten(late, from);
  // The age of the key of a run that died is unknown.
  let keyAt = journal.started.size > 0 ? Number.NEGATIVE_INFINITY : now();
  const issuing = importRows<Row, PromiseSettledResult<Issued | Problem>[]>(readRows(from, amounts), {
    isDone: ({ line }) => codes.done.has(line) || journal.refused.has(line),
    most: [atOnce],
    weightOf: () => [1],
    async send(rows) {
      // An open card can only be asked for with the key that it was started with.
      if (now() - keyAt > usedMilliseconds && open().length === 0) {
        keyAt = now();
        await replaceKey(run);
      }
      const started = rows.map(({ line }) => line);
      await journal.begin(started, new Date(now()).toISOString());
      return Promise.allSettled(rows.map((row) => issueRow(row, run, { now, show })));
    },
    async keep(answers) {
      const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const made = answered.filter((one) => 'card' in one);
      await codes.add(made);
      for (const { line } of made) done.add(line);
      for (const { line, reason } of answered.filter((one) => 'reason' in one)) await journal.refuse(line, reason);
      const failure = answers.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failed(failure.reason);
      show(`${done.size} of ${cards} cards issued`);
    },
  });
  await issuing.finally(() => Promise.all([journal.close(), codes.close()]));
  return { issued: done.size, refused: [...journal.refused].map(([line, reason]) => ({ line, reason })) };

  /** The key may have ended before the replies to what was asked with it. */
  function failed(reason: unknown): Error {
    const isLate = reason instanceof TooLate || reason instanceof AuthenticationError;
    return isLate ? forgotten(open(), from) : stopped(reason, done.size, cards);
  }
}

/** The new key is on the disk before it is used, and the old one ends. */
async function replaceKey({ keys, journal }: Run): Promise<void> {
  const old = journal.run;
  await journal.useKey(await keys.create());
  await keys.end(old);
}

const stopped = (reason: unknown, issued: number, cards: number): Error =>
  new Error(
    `${reason instanceof Error ? reason.message : reason}: stopped with ${issued} of ${cards} cards issued; ` +
      'run the same command again to continue',
  );

/** Some cards may have been issued without a known outcome: issuing them again might be twice. */
const forgotten = (lines: readonly number[], from: string): Error =>
  new Error(
    `Lines ${lines.join(', ')} were started too long ago to know whether they were issued: ` +
      `compare them with the store's cards (export gift-cards), then put the missing ones into a new file (${journalOf(from).name})`,
  );

/** A request was not sent, since it might issue a second card. */
class TooLate extends StoreCommerceError {}

/**
 * Issues a card, or returns the store's refusal. File and line make the idempotency key, so a card of an earlier run comes again with its
 * code. Throws what another run may not meet.
 */
async function issueRow(
  row: Row,
  { connect, journal }: Run,
  { now, show }: { now: Clock; show: Show },
): Promise<Issued | Problem> {
  const { line, input } = row;
  const { recipient_email, message, ...silent } = input;
  const body = journal.run.mail ? input : silent;
  const idempotencyKey = `${journal.run.sha256}-${line}`;
  // Asked before each request: a pause, a retry or a machine that slept may have lasted too long.
  const send: Fetch = async (url, init) => {
    if (isForgotten(journal.started.get(line), now())) throw new TooLate();
    return fetch(url, init);
  };
  try {
    const card = await patiently(() => connect(send).giftCards.issue(body, { idempotencyKey }), show);
    return { line, card, recipient: recipient_email ?? null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return { line, reason: error.message };
  }
}

/** Waits for a window of the rate limit that lasts longer than the client waits. */
async function patiently<T>(call: () => Promise<T>, show: Show): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      const seconds = error.retryAfter ?? 1;
      show(`Waiting ${seconds} seconds for the store's rate limit`);
      await sleep(seconds * 1000);
    }
  }
}

/**
 * An API key of a run. No other requests count against its limit, and ledgers name it. It ends, by the service's clock, before the service
 * forgets the first reply to it. So no request can issue a card twice, with any clock of this machine.
 */
export interface Key {
  key_id: string;
  api_key: string;
}

/** Less than the 24 hours for which a reply is kept. */
const lifetimeMilliseconds = 23 * 3_600_000;

/** A key that is older is replaced between two batches of cards, so that what it was used for can be asked for long enough. */
const usedMilliseconds = 3_600_000;

export async function createKey(store: string, { operator }: Session): Promise<Key> {
  const { key_id, api_key, created_at } = await operator(store).createApiKey({
    name: 'gift-cards issue',
    permission: 'Write',
  });
  const at = new Date(Date.parse(created_at) + lifetimeMilliseconds).toISOString();
  await operator(store).revokeApiKey({ key_id, at });
  return { key_id, api_key };
}

/** Ends a key now. */
export async function endKey(store: string, { key_id }: Pick<Key, 'key_id'>, { operator }: Session): Promise<void> {
  await operator(store).revokeApiKey({ key_id });
}
