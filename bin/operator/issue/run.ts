/** Issues what is left of a file's cards, a few at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, RateLimitError, type StoreCommerce } from '../../../lib/client/store-commerce.ts';
import type { Codes, Issued } from './codes.ts';
import { type Journal, journalOf, openNotes } from './journal.ts';
import { type Problem, type Row, readRows } from './rows.ts';

interface Run {
  from: string;
  shop: StoreCommerce;
  journal: Journal;
  codes: Codes;
  /** All cards of the file. */
  cards: number;
}

type Show = (text: string) => void;

/** Cards that are being issued at once, and as many as a run that dies has begun without a code in the file. */
const atOnce = 8;

/** What is noted before and after each few cards lets another run go on. Throws where the service can no longer be asked. */
export async function issueRows(run: Run, show: Show): Promise<{ issued: number; refused: Problem[] }> {
  const { from, journal, codes, cards } = run;
  refuseForgotten(run);
  const refused = [...journal.refused].map(([line, reason]) => ({ line, reason }));
  let issued = codes.done.size;
  const notes = await openNotes(from);
  try {
    for await (const rows of portionsLeft(run)) {
      await notes.begin(rows.map(({ line }) => line));
      const answers = await Promise.allSettled(rows.map((row) => issueRow(row, run, show)));
      const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const made = told.filter((one) => 'card' in one);
      await codes.add(made);
      issued += made.length;
      for (const problem of told.filter((one) => 'reason' in one)) {
        await notes.refuse(problem.line, problem.reason);
        refused.push(problem);
      }
      const failure = answers.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw stopped(failure.reason, issued, cards);
      show(`${issued} of ${cards} cards issued`);
    }
  } finally {
    await Promise.all([notes.close(), codes.close()]);
  }
  return { issued, refused };
}

const stopped = (reason: unknown, issued: number, cards: number): Error =>
  new Error(
    `${reason instanceof Error ? reason.message : reason}: stopped with ${issued} of ${cards} cards issued; ` +
      'run the same command again, which goes on from there',
  );

/** Replies are kept for 24 hours: what was begun earlier cannot be asked for again. */
const keptMilliseconds = 23 * 3_600_000;

/** Throws where cards may have been issued of which nobody can be told any more: issuing them once more might be twice. */
function refuseForgotten({ from, journal: { begun, refused }, codes }: Run): void {
  const forgotten = [...begun].filter(
    ([line, at]) => !codes.done.has(line) && !refused.has(line) && Date.parse(at) < Date.now() - keptMilliseconds,
  );
  if (forgotten.length === 0) return;
  throw new Error(
    `Lines ${forgotten.map(([line]) => line).join(', ')} were begun a day ago, and nobody can tell any more whether they were issued: ` +
      `compare the store's cards (export gift-cards), then put what is missing into a file of its own (${journalOf(from)})`,
  );
}

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
 * The card, or why the store refuses it. The key of the request is that of the file and the line, so a card that an earlier run has
 * issued is answered again, with its code. Throws what another run may not meet.
 */
async function issueRow(row: Row, { shop, journal }: Run, show: Show): Promise<Issued | Problem> {
  const { line, input } = row;
  const { recipient_email, message, ...silent } = input;
  const body = journal.run.mail ? input : silent;
  const idempotencyKey = `${journal.run.sha256}-${line}`;
  try {
    const card = await patiently(() => shop.giftCards.issue(body, { idempotencyKey }), show);
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
