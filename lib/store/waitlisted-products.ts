/**
 * The store's waitlisted products in the contract's order, a page at a time. What a page costs:
 *
 * - without a search one query of as many products as the page holds and one or two more, however many there are;
 * - with a search two queries side by side: the first `readAtOnce` products of the ranking, and the names that the
 *   search stands in. Where the page is full by then, or the ranking at its end, that was all. Else a rare search (in
 *   `rareAtMost` names or fewer) costs one more round trip, for the products with those names; a common one walks on down
 *   the ranking until the page is full, which takes all the less the more common it is;
 * - with `after` one read before, of the place that product has now.
 *
 * Equal rankings come in no order from the index, so the products that share a page's last ranking are read to their end
 * and put in order here; only ids that begin alike can share one (`rankingOfNone`).
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { WaitlistedProduct } from '../contract/waitlist.ts';
import { ratingAverage } from '../domain/product.ts';
import { inRankingOrder, rankingOfOne, searchable } from '../domain/waitlist.ts';
import { dynamodb, storeTable } from './client.ts';
import { partitions } from './keys.ts';
import { findByName } from './product-names.ts';
import { findProduct, findProducts, type Product } from './products.ts';

const readAtOnce = 1000;

interface PageRequest {
  store: string;
  search: string | undefined;
  /** The product after which the page begins. */
  after: Product | undefined;
  limit: number;
}

/** Up to `limit` waitlisted products after the one with the id `after`; none where nobody waits for that one. */
export async function list(
  store: string,
  { after: id, search, limit }: { after?: string | undefined; search?: string | undefined; limit: number },
): Promise<Product[]> {
  const after = id === undefined ? undefined : await findProduct(store, id);
  if (id !== undefined && !(after && isWaitlisted(after))) return [];
  const request = { store, search: search && searchable(search), after, limit };

  const [walk, ids] = await Promise.all([
    walkOn(request, { found: [], next: {} }),
    request.search ? findByName(store, request.search) : undefined,
  ]);
  return ids && !isSettled(walk, limit) ? listRare(request, ids) : listWalking(request, walk);
}

const isWaitlisted = ({ waiting_count = 0 }: Product): boolean => waiting_count > 0;

/** What a walk down the ranking has found; `next` is where it goes on, undefined at the end. */
interface Walk {
  found: Product[];
  next: Record<string, unknown> | undefined;
}

/** Whether nothing that comes later can belong to the page. */
function isSettled({ found, next }: Walk, limit: number): boolean {
  const last = found.at(-1);
  return next === undefined || (found.length > limit && last?.ranking !== found[limit - 1]?.ranking);
}

async function listWalking(request: PageRequest, start: Walk): Promise<Product[]> {
  let walk = start;
  while (!isSettled(walk, request.limit)) walk = await walkOn(request, walk);
  return pageOf(request, walk.found);
}

async function listRare(request: PageRequest, ids: readonly string[]): Promise<Product[]> {
  const { search = '' } = request;
  const named = await findProducts(request.store, ids);
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

const isAfter = (after: Product | undefined, product: Product): boolean =>
  after === undefined || inRankingOrder(after, product) < 0;

async function walkOn({ store, search, after, limit }: PageRequest, { found, next }: Walk): Promise<Walk> {
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
      // Past its first read, a page without a search is held up only by products that share one ranking.
      Limit: search || found.length > 0 ? readAtOnce : limit + 2,
      ExclusiveStartKey: next && Object.keys(next).length > 0 ? next : undefined,
    }),
  );
  const products = Items as Product[];
  return { found: [...found, ...products.filter((product) => isAfter(after, product))], next: LastEvaluatedKey };
}

/** The product as the contract shows it. */
export const view = (product: Product): WaitlistedProduct => ({
  id: product.id,
  name: product.name,
  status: product.status,
  description: product.description ?? '',
  delivery: product.delivery,
  review_count: product.review_count,
  rating_average: ratingAverage(product),
  waiting_count: product.waiting_count ?? 0,
  created_at: product.created_at,
  updated_at: product.updated_at,
});
