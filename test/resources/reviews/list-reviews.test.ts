import { beforeAll, describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import * as contract from '../../../lib/resources/reviews/fields.ts';
import { deleteReview } from '../../../lib/resources/reviews/functions.ts';
import * as reviewsOperations from '../../../lib/resources/reviews/operations.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import { keys } from '../../../lib/table/keys.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

describe('List Reviews', () => {
  let world: World;

  /** All reviews, newest first, as they are now. */
  let all: contract.Review[];

  const customers = Array.from({ length: 4 }, () => newCustomer());

  const products = Array.from({ length: 4 }, () => newProduct());
  const statuses = contract.reviewStatuses;

  const list = (query: Record<string, string | number> = {}) =>
    call(reviewsOperations.listReviews, { query, key: world.read });

  const get = (review_id: string) => call(reviewsOperations.getReview, { path: { review_id }, key: world.read });

  const hide = (review_id: string, body: unknown = { reason: 'spam' }) =>
    call(reviewsOperations.hideReview, { path: { review_id }, body, key: world.write });

  const notFound = { error: 'Resource not found', code: 'NOT_FOUND' };

  const given = (name: string, values: readonly (string | undefined)[]) =>
    [undefined, ...values].map((value): Record<string, string> => (value === undefined ? {} : { [name]: value }));

  const filters = given(
    'customer',
    customers.map(({ id }) => id),
  ).flatMap((customer) =>
    given('product', [products[1]?.id]).flatMap((product) =>
      given('status', statuses).map((status) => ({ ...customer, ...product, ...status })),
    ),
  );

  beforeAll(async () => {
    world = await newWorld();
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers, products }));
    for (const customer of customers) {
      for (const product of products) await newReview(world, customer, product);
    }
    const { body } = await list({ limit: 100 });
    for (const { id } of body.data.filter((_: unknown, index: number) => index % 4 === 0)) await hide(id);
    for (const [index, standing] of [[1, 'shadowbanned'] as const, [2, 'banned'] as const]) {
      const customer_id = customers[index]?.id;
      await succeeded(invoke(setCustomerStanding, { store_id: world.store.id, customer_id, standing }));
    }
    all = (await list({ limit: 100 })).body.data;
  });

  test('newest first, in the list envelope, each as Get shows it', async () => {
    const { status, body } = await list({ limit: 100 });

    expect(status).toBe(200);
    expect(body.has_more).toBe(false);
    expect(body.data).toHaveLength(16);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    for (const review of all) expect((await get(review.id)).body).toEqual(review);
    expect(new Set(all.map(({ status: one }) => one))).toEqual(new Set(statuses));
  });

  test.each(filters)('filters by %j', async (query: { customer?: string; product?: string; status?: string }) => {
    const expected = all.filter((review) =>
      [
        [query.customer, review.customer_id],
        [query.product, review.product_id],
        [query.status, review.status],
      ].every(([asked, has]) => asked === undefined || asked === has),
    );

    expect((await list({ ...query, limit: 100 })).body).toEqual({ data: expected, has_more: false });

    const paged: contract.Review[] = [];
    for (let more = true; more; ) {
      const after = paged.at(-1)?.id ?? '';
      const { body } = await list({ ...query, limit: 3, after });
      paged.push(...body.data);
      more = body.has_more;
      expect(body.data.length).toBe(more ? 3 : expected.length - (paged.length - body.data.length));
    }
    expect(paged).toEqual(expected);
  });

  test('10 a page unless asked otherwise', async () => {
    const { body } = await list();
    expect(body).toEqual({ data: all.slice(0, 10), has_more: true });
  });

  test('after an id that names nothing: from where it would stand', async () => {
    const [first] = all;
    const { body } = await list({ after: `${first?.id}0` });
    expect(body.data[0]).toEqual(first);
    expect((await list({ after: 'rev_0' })).body).toEqual({ data: [], has_more: false });
  });

  test('empty parameters are as if absent', async () => {
    const { body } = await list({ product: '', customer: '', status: '', after: '', limit: '' });
    expect(body.data).toHaveLength(10);
  });

  test.each([
    [{ status: 'deleted' }, 'status must be published, hidden, shadowbanned, or banned'],
    [{ status: 'Published' }, 'status must be published, hidden, shadowbanned, or banned'],
    [{ after: 'cus_1' }, 'after must be a review ID'],
    [{ after: 'rev_' }, 'after must be a review ID'],
    [{ product: 'pro_unknown', status: 'deleted' }, 'status must be published, hidden, shadowbanned, or banned'],
  ])('400 INVALID_FIELD for %j', async (query, error) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body).toEqual({ error, code: 'INVALID_FIELD' });
  });

  test.each<Record<string, string>>([
    { product: 'pro_unknown' },
    { customer: 'cus_unknown' },
    { product: 'malformed' },
    { customer: 'cus_' },
    { product: `pro_${'x'.repeat(3000)}` },
    { product: 'pro_unknown', status: 'hidden' },
  ])('404 for %j', async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(404);
    expect(body).toEqual(notFound);
  });

  test.each([
    ['a product', async () => ({ product: 'pro_unknown', customer: customers[0]?.id ?? '' })],
    ['a customer', async () => ({ product: products[0]?.id ?? '', customer: 'cus_unknown' })],
  ])('404 where both filters are given and %s does not exist', async (_, query) => {
    expect((await list(await query())).body).toEqual(notFound);
  });
});

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
        const { body } = await call(listReviews, { query, key: world.read });
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

test('a review that was stored without verified_purchase is shown as one of a purchase', async () => {
  const world = await newWorld();
  const { id } = await newReview(world, world.customers[0], world.products[0]);
  await changeItem(keys.review(world.store.id, id), 'REMOVE verified_purchase');

  const { body } = await call(reviewsOperations.getReview, { path: { review_id: id }, key: world.read });
  expect(body.verified_purchase).toBe(true);
});
