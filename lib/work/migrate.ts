/**
 * Brings stored data in line with this release: a page of the table at a time. It continues where it stopped, and may run twice. While a
 * deployment lasts, functions of the last release write what it has already passed: an hour after it was done it runs again.
 */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Commit, commitUnitOfWork, writing } from '../once/unit-of-work.ts';
import { listedSites } from '../resources/catalog/migration-records.ts';
import * as giftCards from '../resources/gift-cards/migration-records.ts';
import * as giftOptions from '../resources/gift-options/migration-records.ts';
import * as orders from '../resources/orders/migration-records.ts';
import * as reviews from '../resources/reviews/migration-records.ts';
import type { MigrationState } from '../resources/stores/migration-fields.ts';
import * as uploads from '../resources/uploads/migration-records.ts';
import * as waitlist from '../resources/waitlist/migration-records.ts';
import { migratedItems, migratedSideBySide } from '../runtime/batches.ts';
import { isShort, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { chunksOf } from '../runtime/collections.ts';
import { describeError, log } from '../runtime/log.ts';
import { dynamodb, storeTable } from '../table/client.ts';
import type { ItemMigration, StoredItem } from '../table/items.ts';
import * as items from '../table/items.ts';
import { type Key, keys, storeOf } from '../table/keys.ts';
import { markedKey } from './probe-webhooks.ts';

/** How far a migration has come. */
interface Progress {
  /** The last item that it has seen to; absent before the first, and at the end. */
  after?: Key | undefined;
  /** Items that it has read, and those that it has changed. */
  read: number;
  changed: number;
  /** Items that it could not change: they are logged, and it goes on without them. */
  failed: number;
  /** Keys of some of them; absent in records of releases before 0.3.0, which ended only without any. */
  failures?: Key[] | undefined;
  /** As many of them as an operator has accepted. */
  accepted?: number | undefined;
  done_at: string | null;
  /** When it was done for the second time; absent until then. */
  repeated_at?: string | undefined;
}

/** Longer than a deployment, and than a function of the last release goes on. */
const repeatedAfterMilliseconds = 3_600_000;

/** A record holds so many keys of items that could not be changed. */
const failuresAtMost = 20;

const begin: Progress = { read: 0, changed: 0, failed: 0, done_at: null };

/** How far each migration has come. One round trip. */
export async function migrationStates(): Promise<MigrationState[]> {
  const found = await findProgress();
  return migrations.map((migration, index) => statusOf(migration, found[index] ?? begin));
}

async function findProgress(): Promise<Progress[]> {
  const found = await items.findMany<Progress>(
    migrations.map(({ name }) => keys.migration(name)),
    items.rawItem,
  );
  return found.map((progress) => progress ?? begin);
}

const statusOf = ({ name, release }: Migration, progress: Progress): MigrationState => {
  const { read, changed, failed, failures = [], accepted = 0, done_at } = progress;
  return { name, release, read, changed, failed, failures, accepted, done_at };
};

interface Bounds {
  time?: TimeLeft | undefined;
  /** Pages of the table at most; as many as there is time for unless named. */
  pagesAtMost?: number;
  commit?: Commit;
}

/** Goes on with what is not done, until the time gets short. Answers how many items it has changed, and how many it could not. */
export async function migrate({
  time,
  pagesAtMost = Number.POSITIVE_INFINITY,
  commit = commitUnitOfWork,
}: Bounds = {}) {
  const round = { done: 0, failed: 0 };
  let pages = pagesAtMost;
  for (const migration of migrations) {
    let progress = (await items.find<Progress>(keys.migration(migration.name), items.rawItem)) ?? begin;
    const isNext = () => isDue(progress) && pages > 0 && !isShort(time);
    do {
      if (!isNext()) break;
      const { changed, failed } = progress.after === undefined ? begin : progress;
      progress = await migratePage(migration, progress, commit);
      round.done += progress.changed - changed;
      round.failed += progress.failed - failed;
      pages -= 1;
    } while (progress.after !== undefined);
    // A later release's begins on what the earlier one's has made.
    if (progress.done_at === null) break;
  }
  return round;
}

/** What an operator asks of a round. */
interface Asked {
  /** Names of migrations that begin again: records of the last release, or items that could not be changed, may be there. */
  again?: readonly string[];
  /** Name of a migration whose items that could not be changed stay as they are. */
  accept?: string;
}

/** The same as a round of a schedule: what failed is told, and counts as an error of the function. */
export async function resumeMigrations(time?: TimeLeft, { again = [], accept }: Asked = {}) {
  await commitUnitOfWork(writing(again.map((name) => items.overwrite(keyOf(name), begin))));
  if (accept !== undefined) await acceptFailures(accept);
  if ((await countUnsettled()) === 0) return { done: 0, failed: 0 };
  const round = await migrate({ time });
  return { ...round, migrations_due: await countUnsettled() };
}

/** Throws where this release knows no migration of that name. */
function keyOf(name: string): Key {
  if (!migrations.some((migration) => migration.name === name)) throw new Error(`There is no migration ${name}`);
  return keys.migration(name);
}

/** Throws where it is still to run, once or again: the failures are then not all known. */
async function acceptFailures(name: string): Promise<void> {
  const progress = await items.find<Progress>(keyOf(name), items.rawItem);
  if (!progress || isDue(progress)) throw new Error(`The migration ${name} has not ended`);
  await commitUnitOfWork(writing([items.overwrite(keys.migration(name), { ...progress, accepted: progress.failed })]));
}

/** Whether it is not done, or is to run again by now. */
const isDue = ({ done_at, repeated_at }: Progress): boolean =>
  done_at === null || (repeated_at === undefined && Date.parse(done_at) + repeatedAfterMilliseconds <= Date.now());

/** Whether nothing is left to do: it has ended, and has changed all items but those that an operator accepted. */
export const isSettled = ({ done_at, failed, accepted = 0 }: Pick<Progress, 'done_at' | 'failed' | 'accepted'>) =>
  done_at !== null && failed <= accepted;

const countUnsettled = async (): Promise<number> =>
  (await findProgress()).filter((progress) => isDue(progress) || !isSettled(progress)).length;

/** The progress after another page, which is kept. */
async function migratePage(migration: Migration, { after, ...so }: Progress, commit: Commit): Promise<Progress> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: storeTable(),
      Limit: migratedItems.size,
      ConsistentRead: true,
      ExclusiveStartKey: after,
    }),
  );
  let { read, changed, failed, failures = [] } = after === undefined ? begin : so;
  for (const portion of chunksOf(Items as StoredItem[], migratedSideBySide.size)) {
    const results = await Promise.all(portion.map((item) => migrateItem(migration.items, item, commit)));
    read += results.length;
    changed += results.filter((result) => result === 'changed').length;
    const unchanged = portion.filter((_, index) => results[index] === 'failed');
    failed += unchanged.length;
    failures = [...failures, ...unchanged.map(({ pk, sk }) => ({ pk, sk }))].slice(0, failuresAtMost);
  }
  const ended = LastEvaluatedKey === undefined ? timestampNow() : undefined;
  const next: Progress = {
    ...{ after: LastEvaluatedKey as Key | undefined, read, changed, failed, failures, accepted: so.accepted },
    ...(so.done_at === null ? { done_at: ended ?? null } : { done_at: so.done_at, repeated_at: ended }),
  };
  await commit(writing([items.overwrite(keys.migration(migration.name), next)]));
  return next;
}

/** An item that fails delays no other. An item that changed or was deleted after it was read, and needs no migration now, has not failed. */
async function migrateItem(of: readonly ItemMigration[], item: StoredItem, commit: Commit) {
  const concerning = of.filter((each) => each.concerns(item));
  let result: 'as it was' | 'changed' | 'failed' = 'as it was';
  for (const each of concerning) {
    const readAgain = async () => {
      const found = await items.find<StoredItem>(item, items.rawItem);
      return found && each.concerns(found) ? found : undefined;
    };
    let read: () => Promise<StoredItem | undefined> = async () => item;
    try {
      const writes = await commit({
        decide: async ({ now }) => {
          const current = await read();
          read = readAgain;
          const found = current ? await each.writes(storeOf(item), current, now) : [];
          return { writes: found, reply: found.length };
        },
      });
      if (writes > 0) result = 'changed';
    } catch (error) {
      if (!(await readAgain().catch(() => item))) continue;
      log('error', 'migration failed', { pk: item.pk, sk: item.sk, error: describeError(error) });
      return 'failed';
    }
  }
  return result;
}

interface Migration {
  /** Never changes: by it a deployment knows that this one has run. */
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
  // One of its own, on orders that the first has made forget: `divided-lists` may have run before there was this.
  { name: 'forgotten-cards', release: '0.3.0', items: [giftCards.forgottenCards] },
  { name: 'listed-sites', release: '0.3.0', items: [listedSites] },
  { name: 'reviews-by-stars', release: '0.3.0', items: reviews.reviewsByStars },
  { name: 'marked-key', release: '0.3.0', items: [markedKey] },
  { name: 'order-details', release: '0.4.0', items: [...orders.orderDetails, giftCards.boughtCards] },
];
