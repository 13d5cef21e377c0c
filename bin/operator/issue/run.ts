/** Issues what is left of a file's cards, a few at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch } from '../../../lib/client/options.ts';
import {
  ApiError,
  AuthenticationError,
  RateLimitError,
  type StoreCommerce,
  StoreCommerceError,
} from '../../../lib/client/store-commerce.ts';
import { type Clock, isForgotten, steadyClock } from './age.ts';
import type { Codes, Issued } from './codes.ts';
import { type Journal, journalOf, type Notes, openNotes } from './journal.ts';
import { type Key, usedMilliseconds } from './key.ts';
import { type Problem, type Row, readRows } from './rows.ts';

interface Run {
  from: string;
  /** A client with the key that the journal names, which sends as it is told. */
  connect(send: Fetch): StoreCommerce;
  keys: { create(): Promise<Key>; end(key: Key): Promise<void> };
  journal: Journal;
  codes: Codes;
  /** All cards of the file. */
  cards: number;
}

type Show = (text: string) => void;

/** Cards that are being issued at once, and as many as a run that dies has begun without a code in the file. */
const atOnce = 8;

/** What a run has at hand beside what it was given. */
interface Desk {
  notes: Notes;
  now: Clock;
  show: Show;
  /** Lines whose codes are in the file. */
  done: Set<number>;
  /** Lines of which it is not known what has become of them. */
  open(): number[];
}

/** What is noted before and after each few cards lets another run go on. Throws where the service can no longer be asked. */
export async function issueRows(run: Run, show: Show): Promise<{ issued: number; refused: Problem[] }> {
  const { from, journal, codes, cards } = run;
  const now = steadyClock();
  const done = new Set(codes.done);
  const open = () => [...journal.begun.keys()].filter((line) => !done.has(line) && !journal.refused.has(line));
  const late = open().filter((line) => isForgotten(journal.begun.get(line), now()));
  if (late.length > 0) throw forgotten(late, from);
  const notes = await openNotes(from, journal);
  // Of a run that died nobody knows how old its key is.
  let keyAt = journal.begun.size > 0 ? Number.NEGATIVE_INFINITY : now();
  try {
    for await (const rows of portionsLeft(run)) {
      // What is open can be asked for with the key that it was begun with alone.
      if (now() - keyAt > usedMilliseconds && open().length === 0) {
        keyAt = now();
        await replaceKey(run, notes);
      }
      await issuePortion(rows, run, { notes, now, show, done, open });
      show(`${done.size} of ${cards} cards issued`);
    }
  } finally {
    await Promise.all([notes.close(), codes.close()]);
  }
  return { issued: done.size, refused: [...journal.refused].map(([line, reason]) => ({ line, reason })) };
}

/** Issues a few cards at once. Throws, once the others have been answered, where one of them was not. */
async function issuePortion(rows: readonly Row[], run: Run, desk: Desk): Promise<void> {
  const { notes, now, done, open } = desk;
  const begun = rows.map(({ line }) => line);
  await notes.begin(begun, new Date(now()).toISOString());
  const answers = await Promise.allSettled(rows.map((row) => issueRow(row, run, desk)));
  const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const made = told.filter((one) => 'card' in one);
  await run.codes.add(made);
  for (const { line } of made) done.add(line);
  for (const { line, reason } of told.filter((one) => 'reason' in one)) await notes.refuse(line, reason);
  const failure = answers.find(({ status }) => status === 'rejected');
  if (failure?.status !== 'rejected') return;
  const { reason } = failure;
  // The key has ended before the replies to what was asked with it.
  const isLate = reason instanceof TooLate || reason instanceof AuthenticationError;
  throw isLate ? forgotten(open(), run.from) : stopped(reason, done.size, run.cards);
}

/** The new key is on the disk before it is used, and the old one ends. */
async function replaceKey({ keys, journal }: Run, notes: Notes): Promise<void> {
  const old = journal.run;
  await notes.useKey(await keys.create());
  await keys.end(old);
}

const stopped = (reason: unknown, issued: number, cards: number): Error =>
  new Error(
    `${reason instanceof Error ? reason.message : reason}: stopped with ${issued} of ${cards} cards issued; ` +
      'run the same command again, which goes on from there',
  );

/** Cards may have been issued of which nobody can be told any more: issuing them again might be twice. */
const forgotten = (lines: readonly number[], from: string): Error =>
  new Error(
    `Lines ${lines.join(', ')} were begun too long ago, and nobody can tell any more whether they were issued: ` +
      `compare the store's cards (export gift-cards), then put what is missing into a file of its own (${journalOf(from)})`,
  );

/** A request was not sent, since it might issue a second card. */
class TooLate extends StoreCommerceError {}

async function* portionsLeft({ from, journal, codes }: Run): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  for await (const row of readRows(from)) {
    if (codes.done.has(row.line) || journal.refused.has(row.line)) continue;
    rows.push(row);
    if (rows.length < atOnce) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/**
 * Issues a card, or returns the store's refusal. File and line make the idempotency key, so a card of an earlier run comes again with its
 * code. Throws what another run may not meet.
 */
async function issueRow(
  row: Row,
  { connect, journal }: Run,
  { now, show }: Pick<Desk, 'now' | 'show'>,
): Promise<Issued | Problem> {
  const { line, input } = row;
  const { recipient_email, message, ...silent } = input;
  const body = journal.run.mail ? input : silent;
  const idempotencyKey = `${journal.run.sha256}-${line}`;
  // Asked before each request: whatever came before it, a pause, a retry or a machine that slept, may have lasted too long.
  const send: Fetch = async (url, init) => {
    if (isForgotten(journal.begun.get(line), now())) throw new TooLate();
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
