/** Sees to what is due, of all stores: a page of each part at a time, and the next round goes on where this one has stopped. */
import { certainlyPast } from '../domain/grace.ts';
import { timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { portionsOf } from '../runtime/portions.ts';
import { allParts, type Due, listDue } from '../table/due.ts';
import * as items from '../table/items.ts';
import { type DueKind, type Key, keys } from '../table/keys.ts';
import { commitUnitOfWork, writing } from '../table/unit-of-work.ts';

/** What was seen to, and what failed: that is logged, keeps no other, and comes up again. */
export interface Round {
  done: number;
  failed: number;
}

const pageSize = 25;
const atOnce = 10;

/** By part, the place after which to go on; a part that has been gone through begins anew. */
type Places = Readonly<Record<string, string>>;

/**
 * Sees to what has been due for certain, whatever clock is asked. At most `pagesAtMost` pages of each part, so that a round ends in
 * its time; as its place is kept, neither many stores nor what fails again and again keep anything from its turn.
 */
export async function sweep(
  kind: DueKind,
  see: (key: Key) => Promise<unknown>,
  { pagesAtMost = 10 } = {},
): Promise<Round> {
  const by = certainlyPast(timestampNow());
  const begun = (await items.find<{ places: Places }>(keys.sweepPlaces(kind)))?.places ?? {};
  const places = new Map(Object.entries(begun));
  const rounds: Round[] = [];
  let open = allParts;
  for (let page = 0; open.length > 0 && page < pagesAtMost; page += 1) {
    const pages = await Promise.allSettled(
      open.map((part) => listDue({ kind, part, by, after: places.get(String(part)), limit: pageSize })),
    );
    // A part that could not be read keeps its place for the next round.
    rounds.push(...pages.filter(({ status }) => status === 'rejected').map(roundOf));
    const read = pages.flatMap((result, index) =>
      result.status === 'fulfilled' ? [{ part: open[index] ?? 0, due: result.value }] : [],
    );
    rounds.push(
      await inTurns(
        read.flatMap(({ due }) => due),
        see,
      ),
    );
    open = read.filter((one) => goOn(places, one)).map(({ part }) => part);
  }
  const placesNow = { places: Object.fromEntries(places) };
  await commitUnitOfWork(writing([items.merge(keys.sweepPlaces(kind), { set: placesNow })]));
  return total(rounds);
}

/** Notes how far a part has come; whether it may hold more. One that has been gone through begins anew with the next round. */
function goOn(places: Map<string, string>, { part, due }: { part: number; due: readonly Due[] }): boolean {
  const last = due.at(-1);
  const isFull = due.length === pageSize && last !== undefined;
  if (isFull) places.set(String(part), last.due_sk);
  else places.delete(String(part));
  return isFull;
}

async function inTurns(due: readonly Due[], see: (key: Key) => Promise<unknown>): Promise<Round> {
  const rounds: Round[] = [];
  for (const portion of portionsOf(due, atOnce)) {
    const results = await Promise.allSettled(portion.map(({ pk, sk }) => see({ pk, sk })));
    rounds.push(...results.map(roundOf));
  }
  return total(rounds);
}

function roundOf(result: PromiseSettledResult<unknown>): Round {
  if (result.status === 'fulfilled') return { done: 1, failed: 0 };
  log('error', 'sweep failed', { error: describeError(result.reason) });
  return { done: 0, failed: 1 };
}

export const total = (rounds: readonly Round[]): Round => ({
  done: rounds.reduce((sum, { done }) => sum + done, 0),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
});
