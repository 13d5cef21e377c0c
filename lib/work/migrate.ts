/**
 * Brings stored data in line with this release. A pass over the table runs all migrations of a release at once, in
 * parallel segments; each continues where it stopped, and may see an item twice. During a deployment, functions of the
 * last release can write items that a pass has already seen, so each migration runs again an hour after it was done.
 */

import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Commit, commitUnitOfWork, type Decision, writing } from '../once/unit-of-work.ts';
import { listedSites } from '../resources/catalog/migration-records.ts';
import * as giftCards from '../resources/gift-cards/migration-records.ts';
import * as giftOptions from '../resources/gift-options/migration-records.ts';
import * as orders from '../resources/orders/migration-records.ts';
import { countedItems } from '../resources/overview/migration-records.ts';
import * as reviews from '../resources/reviews/migration-records.ts';
import { search } from '../resources/search/migration-records.ts';
import { closedCredits } from '../resources/store-credits/migration-records.ts';
import type { MigrationState } from '../resources/stores/migration-fields.ts';
import * as uploads from '../resources/uploads/migration-records.ts';
import * as waitlist from '../resources/waitlist/migration-records.ts';
import { migratedItems, migratedSideBySide } from '../runtime/batches.ts';
import { isShort, stepsWithin, type TimeLeft } from '../runtime/clock.ts';
import { chunksOf } from '../runtime/collections.ts';
import { describeError, log } from '../runtime/log.ts';
import { dynamodb, storeTable } from '../table/client.ts';
import type { ItemMigration, Stored, StoredItem } from '../table/items.ts';
import * as items from '../table/items.ts';
import { impersonal, type Key, keys, storeOf } from '../table/keys.ts';
import { markedKey } from './probe-webhooks.ts';
import { ofShard, type Shard } from './sweep.ts';

/** The result of a migration's last pass. */
interface Progress {
  /** Items that it has read, and those that it has changed. */
  read: number;
  changed: number;
  /** Items that it could not change: they are logged, and it continues without them. */
  failed: number;
  /** Keys of some of them; absent in records of releases before 0.3.0, in which a migration ended only without failures. */
  failures?: Key[] | undefined;
  /** How many of them an operator has accepted. */
  accepted?: number | undefined;
  done_at: string | null;
  /** When it was done for the second time; absent until then. */
  repeated_at?: string | undefined;
}

/** Longer than a deployment takes, and longer than functions of the last release keep running. */
const repeatedAfterMilliseconds = 3_600_000;

/** The most keys of failed items that a record contains. */
const failuresAtMost = 20;

const begin: Progress = { read: 0, changed: 0, failed: 0, done_at: null };

/** A scan of the table for migrations of one release. */
interface Pass {
  /** The id of the pass. The results in a segment count only if they have this id. */
  pass: string;
  migrations: readonly string[];
  /** Those of them that run for the second time. Absent in passes of releases before 0.6.0. */
  repeated?: readonly string[];
}

/** A pass's progress in one segment of its scan. */
interface Segment {
  pass: string;
  /** The last item that it has processed. */
  after?: Key | undefined;
  isAtEnd: boolean;
  read: number;
  /** By migration. */
  changed: Readonly<Record<string, number>>;
  failed: Readonly<Record<string, number>>;
  failures: Readonly<Record<string, readonly Key[]>>;
}

const segments = 16;

const allSegments: readonly number[] = Array.from({ length: segments }, (_, segment) => segment);

const beginOf = (pass: string): Segment => ({
  ...{ pass, isAtEnd: false, read: 0, changed: {}, failed: {}, failures: {} },
});

interface State {
  /** Of each migration. */
  progress: readonly Progress[];
  pass: Stored<Pass> | undefined;
  /** Those of the pass. */
  segments: readonly Segment[];
}

async function findState(): Promise<State> {
  const [pass, ...found] = await items.findMany<object>(
    [
      keys.migrationPass,
      ...migrations.map(({ name }) => keys.migration(name)),
      ...allSegments.map((segment) => keys.migrationSegment(segment)),
    ],
    items.rawItem,
  );
  const current = pass as Stored<Pass> | undefined;
  const ofPass = (found.slice(migrations.length) as (Segment | undefined)[]).map((segment) =>
    segment?.pass === current?.pass ? segment : undefined,
  );
  return {
    pass: current,
    progress: found.slice(0, migrations.length).map((progress) => (progress as Progress | undefined) ?? begin),
    segments: current ? ofPass.map((segment) => segment ?? beginOf(current.pass)) : [],
  };
}

/** The progress of each migration. One round trip. */
export async function migrationStates(): Promise<MigrationState[]> {
  const { progress, pass, segments } = await findState();
  return migrations.map(({ name, release }, index) => {
    const own = progress[index] ?? begin;
    const {
      read,
      changed,
      failed,
      failures = [],
      accepted = 0,
      done_at,
    } = pass?.migrations.includes(name) ? { ...own, ...resultOf(name, segments) } : own;
    return { name, release, read, changed, failed, failures, accepted, done_at };
  });
}

/** The result of a pass for a migration. */
function resultOf(name: string, segments: readonly Segment[]) {
  const sum = (of: (segment: Segment) => number) => segments.reduce((total, segment) => total + of(segment), 0);
  return {
    read: sum(({ read }) => read),
    changed: sum(({ changed }) => changed[name] ?? 0),
    failed: sum(({ failed }) => failed[name] ?? 0),
    failures: segments.flatMap(({ failures }) => failures[name] ?? []).slice(0, failuresAtMost),
  };
}

interface Bounds {
  time?: TimeLeft | undefined;
  /** The most pages of the table to read. If omitted, as many as there is time for. */
  pagesAtMost?: number;
  commit?: Commit;
  /** The share of the segments to process. If omitted, all segments. */
  of?: Partial<Shard> | undefined;
}

/**
 * Continues the migrations that are not done, until time runs short. Returns how many items were changed, and how many failed.
 */
export async function migrate({ time, pagesAtMost, commit = commitUnitOfWork, of }: Bounds = {}) {
  const round = { done: 0, failed: 0 };
  let pages = pagesAtMost ?? Number.POSITIVE_INFINITY;
  const hasRoom = () => pages > 0 && !isShort(time);
  let isNext = true;
  while (isNext && hasRoom()) {
    const { pass, segments } = await currentPass(commit);
    if (!pass) break;
    const goOn = async (number: number) => {
      for (let segment = segments[number] ?? beginOf(pass.pass); !segment.isAtEnd && hasRoom(); ) {
        pages -= 1;
        const page = await migratePage({ pass, number, commit }, segment);
        await commit(writing([items.overwrite(keys.migrationSegment(number), page.next)]));
        segment = page.next;
        round.done += page.changed;
        round.failed += page.failed;
      }
    };
    await Promise.all(ofShard(allSegments, of).map(goOn));
    isNext = await endPass(pass, commit);
  }
  return round;
}

interface InSegment {
  pass: Pass;
  number: number;
  commit: Commit;
}

const progressOf = ({ progress }: State, name: string): Progress =>
  progress[migrations.findIndex((migration) => migration.name === name)] ?? begin;

/** Migrations that are due. */
const dueIn = ({ progress }: State) => migrations.filter((_, index) => isDue(progress[index] ?? begin));

interface Current {
  pass?: Pass;
  /** Empty for a new pass. */
  segments: readonly Segment[];
}

/** The pass in progress, or a new pass; none if no migration is due. */
const currentPass = (commit: Commit): Promise<Current> =>
  commit({
    async decide(): Promise<Decision<Current>> {
      const state = await findState();
      const due = dueIn(state);
      const names = due.map(({ name }) => name);
      if (due.length === 0) return { writes: [], reply: { segments: [] } };
      const { pass: inProgress, segments } = state;
      if (inProgress?.migrations.every((name) => names.includes(name)))
        return { writes: [], reply: { pass: inProgress, segments } };
      // Migrations of a later release rely on the results of earlier ones.
      const ofRelease = due.filter(({ release }) => release === due[0]?.release);
      const pass: Pass = {
        pass: randomUUID(),
        migrations: ofRelease.map(({ name }) => name),
        repeated: ofRelease.map(({ name }) => name).filter((name) => progressOf(state, name).done_at !== null),
      };
      return {
        writes: [items.createOrReplace(keys.migrationPass, inProgress, pass)],
        reply: { pass, segments: [] },
      };
    },
  });

/** Records the result of the pass once all its segments are finished. Returns whether they are. */
const endPass = ({ pass }: Pass, commit: Commit): Promise<boolean> =>
  commit({
    async decide({ now }) {
      const state = await findState();
      // Another round has ended it.
      if (state.pass?.pass !== pass) return { writes: [], reply: true };
      if (!state.segments.every(({ isAtEnd }) => isAtEnd)) return { writes: [], reply: false };
      const ended = state.pass.migrations.map((name) => {
        const { done_at, accepted } = progressOf(state, name);
        const at = done_at === null ? { done_at: now } : { done_at, repeated_at: now };
        return items.overwrite(keys.migration(name), { ...resultOf(name, state.segments), accepted, ...at });
      });
      return { writes: [...ended, items.remove(keys.migrationPass, state.pass)], reply: true };
    },
  });

/** What an operator asks of a round. */
interface Asked extends Partial<Shard> {
  /** Names of migrations to run again: there may be records of the last release, or items that could not be changed. */
  again?: readonly string[];
  /** Name of a migration: the operator accepts that its failed items stay as they are. */
  accept?: string;
}

/** Runs a round of `migrate`, for the schedule or an operator. An item that failed is logged, and counts as an error of the function. */
export async function resumeMigrations(time: TimeLeft = {}, { again = [], accept, ...of }: Asked = {}) {
  if (again.length > 0) await beginAgain(again);
  if (accept !== undefined) await acceptFailures(accept);
  if ((await countUnsettled()) === 0) return { done: 0, failed: 0 };
  const round = await migrate({ time: of.shard === undefined ? stepsWithin(roundOfOperator, time) : time, of });
  return { ...round, migrations_due: await countUnsettled() };
}

/** In milliseconds; short, because the operator waits for the round. */
const roundOfOperator = 30_000;

/** Ends a pass in progress, which has already read items. The next round starts a new pass. */
const beginAgain = (names: readonly string[]): Promise<unknown> =>
  commitUnitOfWork({
    async decide() {
      const { pass } = await findState();
      const ended = pass ? [items.remove(keys.migrationPass, pass)] : [];
      return { writes: [...names.map((name) => items.overwrite(keyOf(name), begin)), ...ended], reply: undefined };
    },
  });

/** Throws if this release has no migration with this name. */
function keyOf(name: string): Key {
  if (!migrations.some((migration) => migration.name === name)) throw new Error(`There is no migration ${name}`);
  return keys.migration(name);
}

/** Throws if the migration is still due, for the first or the second time: then some failures are not known yet. */
async function acceptFailures(name: string): Promise<void> {
  const progress = await items.find<Progress>(keyOf(name), items.rawItem);
  if (!progress || isDue(progress)) throw new Error(`The migration ${name} has not ended`);
  await commitUnitOfWork(writing([items.overwrite(keys.migration(name), { ...progress, accepted: progress.failed })]));
}

/** Whether a migration is not done, or its second run is due. */
const isDue = ({ done_at, repeated_at }: Progress): boolean =>
  done_at === null || (repeated_at === undefined && Date.parse(done_at) + repeatedAfterMilliseconds <= Date.now());

/** Whether nothing is left to do: it has ended, and has changed all items but those that an operator accepted. */
export const isSettled = ({ done_at, failed, accepted = 0 }: Pick<Progress, 'done_at' | 'failed' | 'accepted'>) =>
  done_at !== null && failed <= accepted;

const countUnsettled = async (): Promise<number> =>
  (await findState()).progress.filter((progress) => isDue(progress) || !isSettled(progress)).length;

/**
 * Migrates another page of a segment. Returns the segment's progress, and how many items changed and failed.
 */
async function migratePage({ pass, number, commit }: InSegment, { after, ...so }: Segment) {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: storeTable(),
      Segment: number,
      TotalSegments: segments,
      Limit: migratedItems.size,
      ConsistentRead: true,
      ExclusiveStartKey: after,
    }),
  );
  // A pass writes its progress while it scans. These items are neither migrated nor counted.
  const stored = (Items as StoredItem[]).filter(({ pk }) => pk !== keys.migrationPass.pk);
  const results: Migrated[] = [];
  for (const portion of chunksOf(stored, migratedSideBySide.size)) {
    results.push(...(await Promise.all(portion.map((item) => migrateItem({ pass, commit }, item)))));
  }
  const count = (before: Readonly<Record<string, number>>, of: (result: Migrated) => readonly string[]) =>
    Object.fromEntries(
      pass.migrations.map((name) => [
        name,
        (before[name] ?? 0) + results.filter((result) => of(result).includes(name)).length,
      ]),
    );
  const failures = pass.migrations.map((name) => [
    name,
    [
      ...(so.failures[name] ?? []),
      ...results.filter(({ failed }) => failed.includes(name)).map(({ key }) => key),
    ].slice(0, failuresAtMost),
  ]);
  const next: Segment = {
    ...so,
    after: LastEvaluatedKey as Key | undefined,
    isAtEnd: LastEvaluatedKey === undefined,
    read: so.read + stored.length,
    changed: count(so.changed, ({ changed }) => changed),
    failed: count(so.failed, ({ failed }) => failed),
    failures: Object.fromEntries(failures),
  };
  const manyOf = (of: (result: Migrated) => readonly string[]) => results.flatMap(of).length;
  return { next, changed: manyOf(({ changed }) => changed), failed: manyOf(({ failed }) => failed) };
}

/** Which migrations have changed an item, and which could not. */
interface Migrated {
  key: Key;
  changed: readonly string[];
  failed: readonly string[];
}

/** A failed item does not delay other items, and a failed migration does not delay other migrations. */
async function migrateItem({ pass, commit }: Omit<InSegment, 'number'>, item: StoredItem): Promise<Migrated> {
  const { pk, sk } = item;
  const [changed, failed]: [string[], string[]] = [[], []];
  for (const { name, items: steps } of migrations) {
    if (!pass.migrations.includes(name)) continue;
    const isRepeat = pass.repeated?.includes(name) ?? false;
    const result = await takeSteps(steps, item, { commit, isRepeat, isChanged: changed.length > 0 });
    if (result === 'changed') changed.push(name);
    if (result === 'failed') failed.push(name);
  }
  return { key: impersonal({ pk, sk }), changed, failed };
}

/**
 * The steps of one migration. An item that changed or was deleted after it was read, and needs no migration now, has
 * not failed.
 */
async function takeSteps(
  steps: readonly ItemMigration[],
  item: StoredItem,
  { commit, isRepeat, isChanged }: { commit: Commit; isRepeat: boolean; isChanged: boolean },
) {
  let result: 'as it was' | 'changed' | 'failed' = 'as it was';
  for (const step of steps.filter((each) => each.concerns(item))) {
    const readAgain = async () => {
      const found = await items.find<StoredItem>(item, items.rawItem);
      return found && step.concerns(found) ? found : undefined;
    };
    let read = isChanged || result === 'changed' ? readAgain : async (): Promise<StoredItem | undefined> => item;
    try {
      const writes = await commit({
        decide: async ({ now, attempt }) => {
          const current = await read();
          read = readAgain;
          const found = current ? await step.writes(storeOf(item), current, now, { attempt, isRepeat }) : [];
          return { writes: found, reply: found.length };
        },
      });
      if (writes > 0) result = 'changed';
    } catch (error) {
      if (!(await readAgain().catch(() => item))) continue;
      log('error', 'migration failed', { ...impersonal(item), error: describeError(error) });
      return 'failed';
    }
  }
  return result;
}

interface Migration {
  /** Never changes: it identifies the migration in the stored progress. */
  name: string;
  /** The release that needs it. */
  release: string;
  items: readonly ItemMigration[];
}

export const migrations: readonly Migration[] = [
  {
    name: 'divided-lists',
    release: '0.2.0',
    items: [
      ...giftCards.itemMigrations,
      ...giftOptions.itemMigrations,
      ...orders.itemMigrations,
      ...reviews.itemMigrations,
      ...uploads.itemMigrations,
      ...waitlist.itemMigrations,
    ],
  },
  // A separate migration, because `divided-lists` may have run before this one existed. It needs orders that `divided-lists` has updated.
  { name: 'forgotten-cards', release: '0.3.0', items: [giftCards.forgottenCards] },
  { name: 'listed-sites', release: '0.3.0', items: [listedSites] },
  { name: 'reviews-by-stars', release: '0.3.0', items: reviews.reviewsByStars },
  { name: 'marked-key', release: '0.3.0', items: [markedKey] },
  { name: 'order-details', release: '0.5.0', items: [...orders.orderDetails, giftCards.boughtCards] },
  { name: 'closed-credits', release: '0.5.0', items: closedCredits },
  { name: 'review-filters', release: '0.6.0', items: [reviews.filterPlaces] },
  { name: 'waiting-by-variant', release: '0.6.0', items: waitlist.waitingByVariant },
  { name: 'searched-records', release: '0.6.0', items: search },
  { name: 'overview-figures', release: '0.6.0', items: countedItems },
];
