/**
 * Who waits for which variant, and how many wait for a product. An entry and its count change in one transaction.
 *
 * The count stands on the product, where it also is its place in the ranking. A transaction holds its items for some
 * milliseconds, so one product takes about a hundred such changes a second; more of them conflict. A change that has lost
 * `attemptsOnProduct` times is counted aside instead, in the entry's own partition: there are `parts` of them, each a
 * place for as many changes again, and each with DynamoDB's 1,000 write units a second, of which a change takes four.
 * So one product takes 1,000 joins a second with a conflict now and then, and 4,000 at the very most; a rush beyond needs
 * more parts. Counts aside only ever add up: the exact count is the product's own changes plus the sum of those aside,
 * whatever moment each was read at, and the ranking takes the sum over within a second or two (`work-on-waitlist`).
 */
import { createHash } from 'node:crypto';
import type { Shopper } from '../contract/waitlist.ts';
import { normaliseEmail, rankingOfOne, searchable } from '../domain/waitlist.ts';
import { storeTable } from './client.ts';
import type { Stored, Write } from './entities.ts';
import * as entities from './entities.ts';
import { type Key, keys, partitions } from './keys.ts';
import type { Product } from './products.ts';

export interface WaitlistEntry extends Shopper {
  joined_at: string;
}

export const parts = 16;

export const allParts: readonly number[] = Array.from({ length: parts }, (_, part) => part);

const attemptsOnProduct = 2;

type Variant = Pick<Shopper, 'product_id' | 'variant_id'>;

/** Where a shopper's entry lies. The address is in no key: keys get into logs. */
function placeOf({ email }: Shopper): { part: number; shopper: string } {
  return { part: digestOf(email).readUInt8(0) % parts, shopper: shopperOf(email) };
}

const digestOf = (email: string): Buffer => createHash('sha256').update(normaliseEmail(email)).digest();

/** What stands for an address in keys. */
export const shopperOf = (email: string): string => digestOf(email).toString('base64url');

function keyOf(store: string, entry: Shopper): Key {
  const { part, shopper } = placeOf(entry);
  return keys.waitlistEntry(store, entry.product_id, part, entry.variant_id, shopper);
}

/** The shopper's entry, or undefined. */
export const get = (store: string, shopper: Shopper) => entities.get<WaitlistEntry>(keyOf(store, shopper));

/** Where a change of the count is written. */
export type Place = 'on product' | 'aside';

/** Where to count what is being decided for the `attempt`th time. */
export function placeToCount(product: Product, attempt: number): Place {
  // A product that cannot be found by its name yet has to become so with its first entry.
  return attempt > attemptsOnProduct && product.searchable_name !== undefined ? 'aside' : 'on product';
}

/** Adds an entry and counts it. */
export const join = (store: string, product: Product, entry: WaitlistEntry, place: Place): Write[] => [
  entities.create(keyOf(store, entry), entry),
  count(store, product, { by: 1, part: placeOf(entry).part, place }),
];

/** Takes an entry away and out of the count. */
export const leave = (store: string, product: Product, entry: Stored<WaitlistEntry>, place: Place): Write[] => [
  entities.remove(keyOf(store, entry), entry),
  count(store, product, { by: -1, part: placeOf(entry).part, place }),
];

/** Entries of one part, at most `limit`, after the one with the sort key `after`. */
export function list(
  store: string,
  { product_id, variant_id }: Variant,
  { part, after, limit }: { part: number; after: string | undefined; limit: number },
): Promise<Stored<WaitlistEntry & Key>[]> {
  const { pk, sk: prefix } = keys.waitlistEntry(store, product_id, part, variant_id, '');
  return entities.list<WaitlistEntry & Key>({ pk, prefix, after, limit });
}

/** Takes entries of one part away and out of the count. */
export const removeNotified = (
  store: string,
  product: Product,
  entries: readonly Stored<WaitlistEntry & Key>[],
  { part, place }: { part: number; place: Place },
): Write[] => [
  ...entries.map((entry) => entities.remove({ pk: entry.pk, sk: entry.sk }, entry)),
  ...(entries.length > 0 ? [count(store, product, { by: -entries.length, part, place })] : []),
];

/** How many entries wait for a variant. Reads them all, without holding them. */
export async function countEntries(store: string, { product_id, variant_id }: Variant): Promise<number> {
  const counts = await Promise.all(
    allParts.map((part) => {
      const { pk, sk } = keys.waitlistEntry(store, product_id, part, variant_id, '');
      return entities.count(pk, sk);
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

interface Count {
  by: number;
  part: number;
  place: Place;
}

const count = (store: string, product: Product, { by, part, place }: Count): Write =>
  place === 'aside' ? countAside(store, product.id, part, by) : countOnProduct(store, product, by);

/** Ranks the product with the change, and under its present name, which `recordName` has made findable. */
const countOnProduct = (store: string, { id, name }: Product, by: number): Write => ({
  Update: {
    TableName: storeTable(),
    Key: keys.product(store, id),
    UpdateExpression: `SET ranking_pk = :ranking_pk, searchable_name = :searchable_name ${addToRanking}`,
    ConditionExpression: '#name = :name',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: {
      ':ranking_pk': partitions.ranking(store),
      ':searchable_name': searchable(name),
      ':name': name,
      ...rankingBy(by),
    },
  },
});

const addToRanking = 'ADD waiting_count :by, waiting_ranking :ranking, ranking :ranking';

const rankingBy = (by: number) => ({ ':by': by, ':ranking': BigInt(by) * rankingOfOne });

const countAside = (store: string, product: string, part: number, by: number): Write => ({
  Update: {
    TableName: storeTable(),
    Key: keys.countAside(store, product, part),
    UpdateExpression: 'ADD waiting :by',
    ExpressionAttributeValues: { ':by': by },
  },
});

/** The product, and how many of those who wait for it have been counted aside; undefined where there is no product. */
async function readCounts(store: string, id: string): Promise<{ product: Product; aside: number } | undefined> {
  const [product, ...asides] = await entities.getMany<Partial<Product> & { waiting?: number }>([
    keys.product(store, id),
    ...allParts.map((part) => keys.countAside(store, id, part)),
  ]);
  if (!product) return undefined;
  return { product: product as Product, aside: asides.reduce((sum, item) => sum + (item?.waiting ?? 0), 0) };
}

/** How many wait for the product right now, in one round trip; undefined where there is no product. */
export async function countWaiting(store: string, id: string): Promise<number | undefined> {
  const counts = await readCounts(store, id);
  return counts && (counts.product.waiting_count ?? 0) - (counts.product.waiting_aside ?? 0) + counts.aside;
}

/** Takes what was counted aside over into the product's ranking. May be done any number of times. */
export async function settle(store: string, id: string): Promise<Write[]> {
  const counts = await readCounts(store, id);
  if (!counts) return [];
  const { product, aside } = counts;
  const settled = product.waiting_aside;
  if (aside === (settled ?? 0)) return [];
  return [
    {
      Update: {
        TableName: storeTable(),
        Key: keys.product(store, id),
        UpdateExpression: `SET waiting_aside = :aside ${addToRanking}`,
        ConditionExpression: settled === undefined ? 'attribute_not_exists(waiting_aside)' : 'waiting_aside = :settled',
        ExpressionAttributeValues: {
          ':aside': aside,
          ...(settled === undefined ? {} : { ':settled': settled }),
          ...rankingBy(aside - (settled ?? 0)),
        },
      },
    },
  ];
}
