/**
 * The store's waitlisted products in the contract's order, a page at a time. The ranking names them, and they are shown as they are under
 * their keys: two round trips without a search. A search may match anywhere in a name and the ranking moves with every shopper, so no key
 * leads to its page: it is followed down the ranking and through the names in parallel, until one of them has filled the page.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as batches from '../../runtime/batches.ts';
import { dynamodb, storeTable } from '../../table/client.ts';
import * as productNames from '../catalog/product-name-records.ts';
import type { Product } from '../catalog/product-records.ts';
import * as products from '../catalog/product-records.ts';
import * as pageEnds from './page-end-records.ts';
import { partitionsOf } from './ranking-records.ts';
import { inRankingOrder, type Ranked, rankingOfOne, searchable } from './rules.ts';

/** After so many products with names that match, no more names are read: a function could not hold them. */
const namesAtMost = 5000;

interface PageRequest {
  store: string;
  search: string | undefined;
  /** The place after which the page begins. */
  after?: Ranked;
  limit: number;
}

/**
 * Up to `limit` waitlisted products after the one with the id `after`; the last only shows that another page follows.
 * Empty if no shopper waits for that one.
 */
export async function list(
  store: string,
  { after, search, limit }: { after?: string | undefined; search?: string | undefined; limit: number },
): Promise<Product[]> {
  const request = { store, search: search && searchable(search), limit };
  const page = after === undefined ? await finish(request) : await listAfter(request, after);
  const end = page.slice(0, limit - 1).at(-1);
  if (end) pageEnds.remember(store, end);
  return page;
}

/** Reads the ranking beside the product, on the guess that the product is still where a page ended with it. */
async function listAfter(request: PageRequest, id: string): Promise<Product[]> {
  const expected = pageEnds.recall(request.store, id);
  const [product, begun] = await Promise.all([
    products.find(request.store, id),
    expected && readOn({ ...request, after: expected }),
  ]);
  if (!product || !isWaitlisted(product)) return [];
  return finish({ ...request, after: product }, product.ranking === expected?.ranking ? begun : undefined);
}

const isWaitlisted = ({ waiting_count = 0 }: Product): boolean => waiting_count > 0;

/** What has been read for a page. */
interface Reading {
  /** Down each partition of the ranking. */
  walks: readonly Walk[];
  /** Undefined without a search. */
  names: productNames.NamesRead | undefined;
}

/** What a walk has found; `next` is where it continues, undefined at the end. */
interface Walk {
  partition: string;
  found: readonly Ranked[];
  next: (Record<string, unknown> & Pick<Ranked, 'ranking'>) | undefined;
}

/**
 * Reads until the page is full. The next products replace those that have left since the index showed them, or have
 * fallen below what was read.
 */
async function finish(request: PageRequest, begun?: Reading, wanted = request.limit): Promise<Product[]> {
  const reading = await readFor(request, wanted, begun);
  const known = rankedIn(reading);
  if (!reaches(known, wanted)) return listNamed(request, reading.names?.ids ?? []);
  const page = await listRanked(request, known, wanted);
  if (isEnd(known, wanted) || page.length >= request.limit) return page.slice(0, request.limit);
  return finish(request, reading, wanted + request.limit - page.length);
}

/** Reads until the ranking has `wanted` known products, or all names that match are read. */
async function readFor(request: PageRequest, wanted: number, begun?: Reading): Promise<Reading> {
  let reading = begun ?? (await readOn(request));
  while (!reaches(rankedIn(reading), wanted) && !(reading.names && reading.names.next === undefined)) {
    reading = await readOn(request, reading);
  }
  return reading;
}

/** The known part of the ranking, from its top. */
interface Known {
  ranked: readonly Ranked[];
  isAll: boolean;
}

const reaches = ({ ranked, isAll }: Known, wanted: number): boolean => isAll || ranked.length >= wanted;

const isEnd = ({ ranked, isAll }: Known, wanted: number): boolean => isAll && wanted >= ranked.length;

/** Those of the first `wanted` products that are still among them. */
async function listRanked(request: PageRequest, known: Known, wanted: number): Promise<Product[]> {
  const chosen = known.ranked.slice(0, wanted);
  const lowest = isEnd(known, wanted) ? rankingOfOne : (chosen.at(-1)?.ranking ?? rankingOfOne);
  const ids = chosen.map(({ id }) => id);
  return (await listNamed({ ...request, limit: ids.length }, ids)).filter(({ ranking }) => ranking >= lowest);
}

/**
 * The known part of the ranking, in order: down to the end of the shortest walk. The index gives equal rankings in any order, so those that
 * share that last ranking are unknown; only ids that begin alike do (`rankingOfNone`).
 */
function rankedIn({ walks }: Reading): Known {
  const ends = walks.flatMap(({ next }) => (next ? [next.ranking] : []));
  const ranked = walks.flatMap(({ found }) => found).toSorted(inRankingOrder);
  return { ranked: ranked.filter(({ ranking }) => ends.every((end) => ranking > end)), isAll: ends.length === 0 };
}

/** One round trip. */
async function readOn(request: PageRequest, reading?: Reading): Promise<Reading> {
  const begun = reading?.walks ?? partitionsOf(request.store).map((partition): Walk => ({ ...unbegun, partition }));
  const [walks, names] = await Promise.all([
    Promise.all(begun.map((walk) => (reading && !walk.next ? walk : walkOn(request, walk)))),
    readOnNames(request, reading?.names),
  ]);
  return { walks, names };
}

const unbegun = { found: [], next: undefined } as const;

async function readOnNames(
  { store, search }: PageRequest,
  read?: productNames.NamesRead,
): Promise<productNames.NamesRead | undefined> {
  if (!search) return undefined;
  return read && read.ids.length >= namesAtMost ? read : productNames.read(store, search, read);
}

async function walkOn({ search, after, limit }: PageRequest, { partition, found, next }: Walk): Promise<Walk> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: storeTable(),
      IndexName: 'ranking',
      KeyConditionExpression: `ranking_pk = :partition AND ranking ${after ? 'BETWEEN :one AND :after' : '>= :one'}`,
      FilterExpression: search ? 'contains(searchable_name, :search)' : undefined,
      ProjectionExpression: 'id, ranking',
      ExpressionAttributeValues: {
        ':partition': partition,
        ':one': rankingOfOne,
        ':after': after?.ranking,
        ':search': search || undefined,
      },
      ScanIndexForward: false,
      Limit: search ? rankedAtOnce(limit, next !== undefined) : limit + 2,
      ExclusiveStartKey: next,
    }),
  );
  const arrived = (Items as Ranked[]).filter((product) => isAfter(after, product));
  return { partition, found: firstOfEach([...found, ...arrived]), next: LastEvaluatedKey as Walk['next'] };
}

/** Either a search finds its page near the top of the ranking, or few names match it: at first it reads little of both. */
const rankedAtOnce = (limit: number, isLater: boolean): number =>
  isLater ? batches.laterRanked.size : Math.min(batches.firstRanked.size, batches.rankedForEach.size * limit);

/** Each product once, in its first place: one that loses shoppers meanwhile comes by again, in a later query or in the same one. */
const firstOfEach = (ranked: readonly Ranked[]): Ranked[] => [
  ...new Map(ranked.toReversed().map((product) => [product.id, product])).values(),
];

/** The page of the products with these ids that the request is about: half a read unit for each 4 KB of them. */
async function listNamed(request: PageRequest, ids: readonly string[]): Promise<Product[]> {
  const { store, search = '', after, limit } = request;
  const found = await products.findMany(store, ids, { consistent: false });
  return found
    .filter((product) => product !== undefined)
    .filter((product) => isWaitlisted(product) && isAfter(after, product) && isFoundBy(search, product))
    .toSorted(inRankingOrder)
    .slice(0, limit);
}

const isFoundBy = (search: string, { name }: Product): boolean => searchable(name).includes(search);

const isAfter = (after: Ranked | undefined, product: Ranked): boolean =>
  after === undefined || inRankingOrder(after, product) < 0;
