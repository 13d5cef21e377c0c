/**
 * Processes due items of all stores, a page of each part at a time, until time runs short. The next round
 * continues there.
 */

import { isDeepStrictEqual } from 'node:util';
import { commitUnitOfWork, writing } from '../once/unit-of-work.ts';
import * as batches from '../runtime/batches.ts';
import { isShort, OutOfTime, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { chunksOf } from '../runtime/collections.ts';
import { describeError, log } from '../runtime/log.ts';
import { pastForAllClocks, toSeconds } from '../schema/times.ts';
import { allParts, type Due, listDue } from '../table/due.ts';
import * as items from '../table/items.ts';
import { type Key, keys, type SweptKind, timeKeys } from '../table/keys.ts';

/** What was processed, and what failed: a failure is logged, delays nothing else, and is tried again. */
export interface Round {
  done: number;
  failed: number;
  /** How long the oldest due item has been due. */
  overdue_seconds: number;
}

/** For each part, the last processed position; a finished part has none and starts again. */
type Cursors = Readonly<Record<string, string>>;

/** One of the concurrent calls of a schedule: each processes every `shards`th part, starting with part `shard`. */
export interface Shard {
  shard: number;
  shards: number;
}

export interface Bounds {
  /** How many things are processed at once. */
  sideBySide?: number;
  time?: TimeLeft | undefined;
  /** The share of the parts to process. If omitted, all parts. */
  of?: Partial<Shard> | undefined;
}

/**
 * Processes what is due by any clock. A round ends when all is done or time runs short, and records its position, so that
 * every item gets its turn, even with many stores or repeated failures.
 */
export async function sweep(
  kind: SweptKind,
  see: (key: Key) => Promise<unknown>,
  { sideBySide = batches.dueSideBySide.size, time, of = {} }: Bounds = {},
): Promise<Round> {
  const by = pastForAllClocks(timestampNow());
  const cursors = keys.sweepCursors(kind, of.shard);
  const stored = (await items.find<{ places: Cursors }>(cursors, items.rawItem))?.places ?? {};
  const places = new Map(Object.entries(stored));
  const rounds: Round[] = [];
  let open = ofShard(allParts, of);
  while (open.length > 0 && !isShort(time)) {
    const pages = await Promise.allSettled(
      open.map((part) => listDue({ kind, part, by, after: places.get(String(part)), limit: batches.dueItems.size })),
    );
    // A part that could not be read keeps its place for the next round.
    rounds.push(...pages.filter(({ status }) => status === 'rejected').map(roundOf));
    const read = pages.flatMap((result, index) =>
      result.status === 'fulfilled' ? [{ part: String(open[index] ?? 0), due: result.value }] : [],
    );
    rounds.push(...read.map(({ due }) => ({ ...nothing, overdue_seconds: overdueBy(by, due) })));
    for (const portion of chunksOf(interleave(read), sideBySide)) {
      if (isShort(time)) break;
      const results = await Promise.allSettled(portion.map(({ pk, sk }) => see({ pk, sk })));
      rounds.push(...results.map(roundOf));
      for (const { part, due_sk } of portion) places.set(part, due_sk);
    }
    open = read.filter((one) => hasMore(places, one)).map(({ part }) => Number(part));
  }
  // A round that does not change its places, for example with nothing due, costs no write.
  if (!isDeepStrictEqual(new Map(Object.entries(stored)), places)) {
    const placesNow = { places: Object.fromEntries(places) };
    await commitUnitOfWork(writing([items.merge(cursors, { set: placesNow })]));
  }
  return total(rounds);
}

/** The numbers that one call processes; all of them without a shard. */
export const ofShard = (all: readonly number[], { shard, shards = 1 }: Partial<Shard> = {}): readonly number[] =>
  shard === undefined ? all : all.filter((part) => part % shards === shard);

/** A page of what is due in a part. */
interface PartRead {
  part: string;
  due: readonly Due[];
}

/** The first item of each part, then the second of each: if time runs short, all parts have made equal progress. */
const interleave = (read: readonly PartRead[]): (Due & Pick<PartRead, 'part'>)[] =>
  Array.from({ length: batches.dueItems.size }, (_, turn) =>
    read.flatMap(({ part, due }) => due.slice(turn, turn + 1).map((one) => ({ ...one, part }))),
  ).flat();

/** Whether a part may hold more. A finished part starts again with the next round. */
function hasMore(places: Map<string, string>, { part, due }: PartRead): boolean {
  const last = due.at(-1);
  const isSeen = last === undefined || places.get(part) === last.due_sk;
  const isFull = due.length === batches.dueItems.size;
  if (isSeen && !isFull) places.delete(part);
  return isSeen && isFull;
}

/** The first of a page is the oldest. */
const overdueBy = (by: string, [oldest]: readonly Due[]): number =>
  oldest ? Math.max(0, toSeconds(by) - toSeconds(timeKeys.timeOf(oldest.due_sk))) : 0;

const nothing: Round = { done: 0, failed: 0, overdue_seconds: 0 };

/** Items for which no time was left have not failed: the next round continues with them. */
function roundOf(result: PromiseSettledResult<unknown>): Round {
  if (result.status === 'fulfilled') return { ...nothing, done: 1 };
  if (result.reason instanceof OutOfTime) return nothing;
  log('error', 'sweep failed', { error: describeError(result.reason) });
  return { ...nothing, failed: 1 };
}

/** Rounds that ran side by side. One that could not start counts as one that failed. */
export const totalOf = (rounds: readonly PromiseSettledResult<Round>[]): Round =>
  total(rounds.map((round) => (round.status === 'fulfilled' ? round.value : roundOf(round))));

const total = (rounds: readonly Round[]): Round => ({
  done: rounds.reduce((sum, { done }) => sum + done, 0),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  overdue_seconds: rounds.reduce((longest, round) => Math.max(longest, round.overdue_seconds), 0),
});
