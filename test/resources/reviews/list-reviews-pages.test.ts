/** Pages of reviews while others come and go, and what a page costs however many reviews there are. */
import { describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteReview } from '../../../lib/resources/reviews/functions.ts';
import { listReviews as contract } from '../../../lib/resources/reviews/operations.ts';
import { measureGrowth } from '../../measure/bench/pages.ts';
import { newReviewStore } from '../../measure/bench/review-pages.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newCustomer, newWorld, succeeded } from '../../support/world/world.ts';

describe('paging while reviews are posted and deleted', () => {
  test.each([
    ['of the store', () => ({})],
    ['of a status', () => ({ status: 'published' })],
    ['of a product', (product: string) => ({ product })],
    ['of a product and a status', (product: string) => ({ product, status: 'published' })],
  ])('%s: none that was there throughout comes twice or not at all', async (_, filter) => {
    const world = await newWorld();
    const [product] = world.products;
    const customers = Array.from({ length: 30 }, () => newCustomer());
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers }));
    const [there, gone, coming] = [customers.slice(0, 10), customers.slice(10, 20), customers.slice(20)];
    const staying = new Set<string>();
    const going: { customer_id: string; review_id: string }[] = [];
    for (const [index, customer] of there.entries()) {
      staying.add((await newReview(world, customer, product)).id);
      const leaver = gone[index] ?? customer;
      const { id } = await newReview(world, leaver, product);
      going.push({ customer_id: leaver.id, review_id: id });
    }

    const seen: string[] = [];
    const paging = (async () => {
      for (let more = true; more; ) {
        const query = { ...filter(product.id), limit: 3, after: seen.at(-1) ?? '' };
        const { body } = await call(contract, { query, key: world.read });
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        more = body.has_more;
      }
    })();
    await Promise.all([
      paging,
      ...going.map((review) => invoke(deleteReview, { store_id: world.store.id, ...review })),
      ...coming.map((customer) => newReview(world, customer, product)),
    ]);

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => staying.has(id)).toSorted()).toEqual([...staying].toSorted());
  });
});

describe('a page of 10', () => {
  test('takes one round trip and the same read units with 300 reviews and with 500', async () => {
    const costs = await measureGrowth(await newReviewStore(), [300, 500]);
    const [few, many] = [300, 500].map((size) =>
      costs.filter(({ items }) => items === size).map(({ filter, readUnits }) => ({ filter, readUnits })),
    );

    expect(many).toHaveLength(20);
    expect(many).toEqual(few);
    for (const { roundTrips } of costs) expect(roundTrips).toBe(1);
  });
});
