/**
 * The store's waitlisted products in the contract's order, a page at a time. Without a search a page is one query, however many
 * there are. A search may begin anywhere in a name and the ranking moves with every shopper, so no key leads to a page of it:
 * it is followed down the ranking and through the names side by side, until one of them has filled the page.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { inRankingOrder, type Ranked, rankingOfOne, searchable } from '../../domain/waitlist.ts';
import * as productNames from '../catalog/product-names.ts';
import type { Product } from '../catalog/products.ts';
import * as products from '../catalog/products.ts';
import { dynamodb, storeTable } from '../client.ts';
import { partitions } from '../keys.ts';
import * as pageEnds from './page-ends.ts';

/** Products that the first query of a search takes from the ranking; each later one takes 1 MB, some 130 read units. */
const rankedAtFirst = 1000;

/** After so many products that a search stands in the names of no more names are read: a function could not hold them. */
const namesAtMost = 5000;

interface PageRequest {
  store: string;
  search: string | undefined;
  /** The place after which the page begins. */
  after?: Ranked;
  limit: number;
}

/**
 * Up to `limit` waitlisted products after the one with the id `after`, the last of them only to tell that another page
 * follows; none where nobody waits for the one with that id.
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

/** The page is read beside the product, on the guess that this still stands where a page ended with it. */
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
  walk: Walk;
  /** Undefined without a search. */
  names: productNames.NamesRead | undefined;
}

/** What a walk down the ranking has found; `next` is where it goes on, undefined at the end. */
interface Walk {
  found: readonly Product[];
  next: Record<string, unknown> | undefined;
}

/**
 * Reads on until the page is full. With W waitlisted products of s kilobytes, and a search in M places of names, that takes at
 * most 1 + W × s / 1,000 round trips, and 1 + M / 1,000 where the names end before: so two for a rare word, and seldom more than
 * one for a common word. The worst is a word that only those many products have that the fewest wait for.
 */
async function finish(request: PageRequest, begun?: Reading): Promise<Product[]> {
  let reading = begun ?? (await readOn(request));
  while (!isFinal(reading.walk, request.limit)) {
    if (reading.names && reading.names.next === undefined) return listNamed(request, reading.names.ids);
    reading = await readOn(request, reading);
  }
  return pageOf(request, reading.walk.found);
}

/**
 * Whether nothing that comes later can belong to the page. Equal rankings come in no order from the index, so those that share the
 * page's last one are read to their end; only ids that begin alike can share one (`rankingOfNone`).
 */
function isFinal({ found, next }: Walk, limit: number): boolean {
  const last = found.at(-1);
  return next === undefined || (found.length > limit && last?.ranking !== found[limit - 1]?.ranking);
}

/** One round trip. */
async function readOn(request: PageRequest, reading?: Reading): Promise<Reading> {
  const [walk, names] = await Promise.all([walkOn(request, reading?.walk), readOnNames(request, reading?.names)]);
  return { walk, names };
}

async function readOnNames(
  { store, search }: PageRequest,
  read?: productNames.NamesRead,
): Promise<productNames.NamesRead | undefined> {
  if (!search) return undefined;
  return read && read.ids.length >= namesAtMost ? read : productNames.read(store, search, read);
}

async function walkOn({ store, search, after, limit }: PageRequest, walk?: Walk): Promise<Walk> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new QueryCommand({
      TableName: storeTable(),
      IndexName: 'ranking',
      KeyConditionExpression: `ranking_pk = :partition AND ranking ${after ? 'BETWEEN :one AND :after' : '>= :one'}`,
      FilterExpression: search ? 'contains(searchable_name, :search)' : undefined,
      ExpressionAttributeValues: {
        ':partition': partitions.ranking(store),
        ':one': rankingOfOne,
        ':after': after?.ranking,
        ':search': search || undefined,
      },
      ScanIndexForward: false,
      Limit: search ? (walk ? undefined : rankedAtFirst) : limit + 2,
      ExclusiveStartKey: walk?.next,
    }),
  );
  const found = walk?.found ?? [];
  // A product that has lost shoppers meanwhile comes by again.
  const seen = new Set(found.map(({ id }) => id));
  const arrived = (Items as Product[]).filter((product) => isAfter(after, product) && !seen.has(product.id));
  return { found: [...found, ...arrived], next: LastEvaluatedKey };
}

/** All products whose names the search stands in, in one round trip: half a read unit for each 4 KB of them. */
async function listNamed(request: PageRequest, ids: readonly string[]): Promise<Product[]> {
  const { store, search = '' } = request;
  const named = await products.findMany(store, ids, { consistent: false });
  const found = named.filter((product) => product !== undefined);
  return pageOf(
    request,
    found.filter((product) => isWaitlisted(product) && searchable(product.name).includes(search)),
  );
}

const pageOf = ({ after, limit }: PageRequest, found: readonly Product[]): Product[] =>
  found
    .filter((product) => isAfter(after, product))
    .toSorted(inRankingOrder)
    .slice(0, limit);

const isAfter = (after: Ranked | undefined, product: Product): boolean =>
  after === undefined || inRankingOrder(after, product) < 0;
