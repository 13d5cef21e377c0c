/**
 * The store's waitlisted products in the contract's order, a page at a time.
 *
 * Without a search a page is one query of as many products as it holds and one or two more, however many there are.
 *
 * With `after` the page begins where that product stands now. It is read beside the page, on the guess that it still stands
 * where a page ended with it (`page-ends.ts`); if it does not, or nothing is known of it, the page takes one round trip more.
 *
 * A search is followed two ways side by side, a round trip at a time: down the ranking, the first `rankedAtFirst` products
 * and then 1 MB at a time, and through the names that it stands in, 1,000 of them at a time. The page is done once it is full
 * or the ranking at its end; or else, once all names have been read, with the products they name in one round trip more. So
 * with W waitlisted products of s kilobytes, and the search in M places of names, a page takes at most
 *
 * - 1 + W × s / 1,000 round trips, and 1 + M / 1,000 (both rounded up) as long as they name fewer than `namesAtMost`
 *   products, after which no more names are read: a function could not hold the products;
 * - for each of them 130 read units, 40 more while names are read, and half a unit for each 4 KB of the products named.
 *
 * So a rare word takes two round trips however many products there are, and a common one seldom more than one; the worst is
 * one that only those products have that the fewest wait for. No keys give a bound for a store of any size, since the ranking
 * moves with every shopper and a search may begin anywhere in a name: that would take a search engine.
 *
 * Equal rankings come in no order from the index, so the products that share a page's last ranking are read to their end
 * and put in order here; only ids that begin alike can share one (`rankingOfNone`).
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { inRankingOrder, type Ranked, rankingOfOne, searchable } from '../../domain/waitlist.ts';
import * as productNames from '../catalog/product-names.ts';
import type { Product } from '../catalog/products.ts';
import * as products from '../catalog/products.ts';
import { dynamodb, storeTable } from '../client.ts';
import { partitions } from '../keys.ts';
import * as pageEnds from './page-ends.ts';

const rankedAtFirst = 1000;
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

async function finish(request: PageRequest, begun?: Reading): Promise<Product[]> {
  let reading = begun ?? (await readOn(request));
  while (!isSettled(reading.walk, request.limit)) {
    if (reading.names && reading.names.next === undefined) return listNamed(request, reading.names.ids);
    reading = await readOn(request, reading);
  }
  return pageOf(request, reading.walk.found);
}

/** Whether nothing that comes later can belong to the page. */
function isSettled({ found, next }: Walk, limit: number): boolean {
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
