/** Pages of 10 reviews under every filter. */

import type { Standing } from '../../../lib/resources/customers/fields.ts';
import { reviewStatuses } from '../../../lib/resources/reviews/fields.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { hideReview, newReview } from '../../../lib/resources/reviews/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call } from '../../support/http/call.ts';
import { newWorld, type World } from '../../support/world/world.ts';
import type { GrowingStore } from './pages.ts';

/** A store with reviews of every status, half of them of one product, half by one customer, one of both. */
export async function newReviewStore(): Promise<GrowingStore> {
  const world = await newWorld();
  const [{ id: customer }] = world.customers;
  const [{ id: product }] = world.products;
  const scopes: Record<string, string>[] = [{}, { product }, { customer }, { product, customer }];
  const statuses = [{}, ...reviewStatuses.map((status) => ({ status }))];
  const queries = scopes.flatMap((scope) => statuses.map((status) => ({ ...scope, ...status })));
  return {
    itemsOf: (number) => itemsOf(world, number),
    pages: async () =>
      Object.fromEntries(
        queries.map((query) => [filterOf(query), () => call(listReviews, { query, key: world.read })]),
      ),
  };
}

const filterOf = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => (name === 'status' ? `status=${value}` : name))
    .join(' & ') || 'none';

const standings: readonly Standing[] = ['good', 'good', 'shadowbanned', 'banned'];

function itemsOf({ store, customers, products }: World, number: number): object[] {
  const turn = number % standings.length;
  const own = Math.floor(number / standings.length) % 2 === 0;
  const customer = {
    ...customers[0],
    id: own ? customers[0].id : newId('customer'),
    standing: standings[turn] ?? 'good',
  };
  const product = own && number > 0 ? { ...products[1], id: newId('product') } : products[0];
  const posting = { id: newId('review'), now: '2026-01-02T03:04:05Z', customer, product, variant_id: 'prv_1' };
  const review = newReview({ rating: 4, title: 'Pours well', body: 'Not a drop beside the cup. '.repeat(10) }, posting);
  const moderated = turn === 1 ? hideReview(review, { reason: 'spam' }, posting.now) : review;
  return reviews.create(store.id, moderated, product).flatMap(({ Put }) => Put?.Item ?? []);
}
