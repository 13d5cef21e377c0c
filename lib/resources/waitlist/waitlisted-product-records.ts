/**
 * Lists the waitlisted products of a store in the contract's order, a page at a time. The ranking index returns their ids, and the products
 * are then read by their keys: two round trips without a search. A search can match anywhere in a name, and the ranking changes with every
 * shopper, so no key leads to the page of a search. It reads down the ranking and through the names in parallel, until one of the two has
 * filled the page.
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

/** After this number of products with matching names, no more names are read, because they would not fit into memory. */
const namesAtMost = 5000;

interface PageRequest {
  store: string;
  search: string | undefined;
  /** The product after which the page begins. */
  after?: Ranked;
  limit: number;
}

/**
 * Up to `limit` waitlisted products after the product with the id `after`; the last one only shows that another page follows. Empty if no
 * shopper waits for the product `after`.
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

/** Reads the ranking in parallel with the product, assuming that its ranking is the one remembered from the end of a page. */
async function listAfter(request: PageRequest, id: string): Promise<Product[]> {
  const expected = pageEnds.recall(request.store, id);
  const [product, previous] = await Promise.all([
    products.find(request.store, id),
    expected && readOn({ ...request, after: expected }),
  ]);
  if (!product || !isWaitlisted(product)) return [];
  return finish({ ...request, after: product }, product.ranking === expected?.ranking ? previous : undefined);
}

const isWaitlisted = ({ waiting_count = 0 }: Product): boolean => waiting_count > 0;

/** Progress of the reads for a page. */
interface Reading {
  /** One for each partition of the ranking. */
  walks: readonly Walk[];
  /** Undefined without a search. */
  names: productNames.NamesRead | undefined;
}

/** Products found in a partition, from the top; `next` is where the reads continue, undefined at the end. */
interface Walk {
  partition: string;
  found: readonly Ranked[];
  next: (Record<string, unknown> & Pick<Ranked, 'ranking'>) | undefined;
}

/**
 * Reads until the page is full. If products have lost all shoppers since the index was written, or have fallen below the known ranking, the
 * next products replace them.
 */
async function finish(request: PageRequest, previous?: Reading, wanted = request.limit): Promise<Product[]> {
  const reading = await readFor(request, wanted, previous);
  const known = rankedIn(reading);
  if (!reaches(known, wanted)) return listNamed(request, reading.names?.ids ?? []);
  const page = await listRanked(request, known, wanted);
  if (isEnd(known, wanted) || page.length >= request.limit) return page.slice(0, request.limit);
  return finish(request, reading, wanted + request.limit - page.length);
}

/** Reads until `wanted` products of the ranking are known, or all matching names are read. */
async function readFor(request: PageRequest, wanted: number, previous?: Reading): Promise<Reading> {
  let reading = previous ?? (await readOn(request));
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

/** The first `wanted` products of the known ranking, without those that are no longer among them. */
async function listRanked(request: PageRequest, known: Known, wanted: number): Promise<Product[]> {
  const chosen = known.ranked.slice(0, wanted);
  const lowest = isEnd(known, wanted) ? rankingOfOne : (chosen.at(-1)?.ranking ?? rankingOfOne);
  const ids = chosen.map(({ id }) => id);
  return (await listNamed({ ...request, limit: ids.length }, ids)).filter(({ ranking }) => ranking >= lowest);
}

/**
 * The known part of the ranking, in order: down to the highest ranking at which a walk has stopped. The index returns equal rankings in any
 * order, so products with exactly that ranking are excluded. Rankings are equal only for ids with the same start (`rankingOfNone`).
 */
function rankedIn({ walks }: Reading): Known {
  const ends = walks.flatMap(({ next }) => (next ? [next.ranking] : []));
  const ranked = walks.flatMap(({ found }) => found).toSorted(inRankingOrder);
  return { ranked: ranked.filter(({ ranking }) => ends.every((end) => ranking > end)), isAll: ends.length === 0 };
}

/** One round trip. */
async function readOn(request: PageRequest, reading?: Reading): Promise<Reading> {
  const earlier = reading?.walks ?? partitionsOf(request.store).map((partition): Walk => ({ ...unread, partition }));
  const [walks, names] = await Promise.all([
    Promise.all(earlier.map((walk) => (reading && !walk.next ? walk : walkOn(request, walk)))),
    readOnNames(request, reading?.names),
  ]);
  return { walks, names };
}

const unread = { found: [], next: undefined } as const;

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

/** A search fills its page near the top of the ranking, or few names match it. So it reads little of both at first. */
const rankedAtOnce = (limit: number, isLater: boolean): number =>
  isLater ? batches.laterRanked.size : Math.min(batches.firstRanked.size, batches.rankedForEach.size * limit);

/** Each product once, at its first position. A product that loses shoppers during the reads is found a second time, further down. */
const firstOfEach = (ranked: readonly Ranked[]): Ranked[] => [
  ...new Map(ranked.toReversed().map((product) => [product.id, product])).values(),
];

/** The requested page of the products with these ids. Costs half a read unit for each 4 KB. */
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
