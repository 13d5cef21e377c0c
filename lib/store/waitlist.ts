/**
 * Who waits for which variant, and how many wait for a product. An entry and its count change in one transaction.
 *
 * The count stands on the product, where it also is its place in the ranking. A transaction holds its items for some
 * milliseconds, so one product takes about a hundred such changes a second; more of them conflict. A change that has lost
 * `attemptsOnProduct` times is counted aside instead, in the entry's own partition: there are `parts` of them, each a
 * place for as many changes again, and each with DynamoDB's 1,000 write units a second, of which a change takes four.
 * So one product takes 1,000 joins a second with a conflict now and then, and 4,000 at the very most; a rush beyond needs
 * more parts. Counts aside only ever add up: the exact count is the product's own changes plus the sum of those aside,
 * whatever moment each was read at, and the ranking takes the sum over within a second (`settle-waitlist-counts`).
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

const attemptsOnProduct = 2;

/** Where a shopper's entry lies. The address is in no key: keys get into logs. */
function placeOf({ email }: Shopper): { part: number; shopper: string } {
  const digest = createHash('sha256').update(normaliseEmail(email)).digest();
  return { part: digest.readUInt8(0) % parts, shopper: digest.toString('base64url') };
}

function keyOf(store: string, entry: Shopper): Key {
  const { part, shopper } = placeOf(entry);
  return keys.waitlistEntry(store, entry.product_id, part, entry.variant_id, shopper);
}

/** The shopper's entry, or undefined. */
export const get = (store: string, shopper: Shopper) => entities.get<WaitlistEntry>(keyOf(store, shopper));

/** Adds an entry and counts it; `attempt` is how often this has been decided, from 1. */
export const join = (store: string, product: Product, entry: WaitlistEntry, attempt: number): Write[] => [
  entities.create(keyOf(store, entry), entry),
  count(store, product, entry, 1, attempt),
];

/** Takes an entry away and out of the count. */
export const leave = (store: string, product: Product, entry: Stored<WaitlistEntry>, attempt: number): Write[] => [
  entities.remove(keyOf(store, entry), entry),
  count(store, product, entry, -1, attempt),
];

function count(store: string, product: Product, entry: Shopper, by: number, attempt: number): Write {
  // A product that cannot be found by its name yet has to become so with its first entry.
  const aside = attempt > attemptsOnProduct && product.searchable_name !== undefined;
  return aside ? countAside(store, product.id, placeOf(entry).part, by) : countOnProduct(store, product, by);
}

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

const addToRanking = 'ADD waiting_count :by, waiting_ranking :ranking, ranking :ranking, version :one';

const rankingBy = (by: number) => ({ ':by': by, ':ranking': BigInt(by) * rankingOfOne, ':one': 1 });

const countAside = (store: string, product: string, part: number, by: number): Write => ({
  Update: {
    TableName: storeTable(),
    Key: keys.countAside(store, product, part),
    UpdateExpression: 'ADD waiting :by',
    ExpressionAttributeValues: { ':by': by },
  },
});

const allParts = Array.from({ length: parts }, (_, part) => part);

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
