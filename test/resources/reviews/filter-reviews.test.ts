import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import type * as contract from '../../../lib/resources/reviews/fields.ts';
import { filterPlaces } from '../../../lib/resources/reviews/migration-records.ts';
import {
  getReview,
  hideReview,
  listReviews,
  removeReviewReply,
  setReviewReply,
} from '../../../lib/resources/reviews/operations.ts';
import { chunksOf } from '../../../lib/runtime/collections.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { type Key, keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { dyingAfterCommit } from '../../support/aws/interleave.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { resize, withUsualBatches } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { edit, newReview, remove } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

describe('List Reviews by stars and by reply', () => {
  let world: World;
  let all: (contract.Review & { reply: object | null })[];

  const customers = Array.from({ length: 4 }, () => newCustomer());
  const products = Array.from({ length: 5 }, () => newProduct());

  const list = (query: Record<string, string | number>) => call(listReviews, { query, key: world.read });

  async function moderate(review_id: string, { isReplied, isHidden }: { isReplied: boolean; isHidden: boolean }) {
    const of = { path: { review_id }, key: world.write };
    if (isReplied) await call(setReviewReply, { ...of, body: { body: 'Thank you' } });
    if (isHidden) await call(hideReview, { ...of, body: { reason: 'spam' } });
  }

  beforeAll(async () => {
    world = await newWorld();
    const store_id = world.store.id;
    await succeeded(invoke(importRecords, { store_id, customers, products }));
    for (const [turn, customer] of customers.entries()) {
      for (const [place, product] of products.entries()) {
        const { id } = await newReview(world, customer, product, { rating: place + 1 });
        await moderate(String(id), { isReplied: (turn + place) % 2 === 0, isHidden: turn * (4 - place) === 0 });
      }
    }
    for (const [customer, standing] of [[customers[1], 'shadowbanned'] as const, [customers[2], 'banned'] as const]) {
      await succeeded(invoke(setCustomerStanding, { store_id, customer_id: customer?.id, standing }));
    }
    all = (await list({ limit: 100, expand: 'reply' })).body.data;
  });

  const statuses = [undefined, 'published', 'hidden', 'shadowbanned', 'banned'];

  const filters = [
    ...[1, 4, 5].map((rating) => ({ rating })),
    ...['true', 'false'].map((replied) => ({ replied })),
    { rating: 2, replied: 'true' },
    { rating: 3, product: products[2]?.id },
    { rating: 1, product: products[2]?.id },
    { replied: 'false', customer: customers[3]?.id },
    { replied: 'true', customer: customers[2]?.id, product: products[2]?.id },
  ].flatMap((filter) => statuses.map((status) => ({ ...filter, ...(status && { status }) })));

  interface Filter {
    rating?: number;
    replied?: string;
    product?: string;
    customer?: string;
    status?: string;
  }

  test.each(filters)('filters by %j, page by page', async (filter: Filter) => {
    const { rating, replied, product, customer, status } = filter;
    const expected = all.filter((review) =>
      [
        [rating, review.rating],
        [replied, String(review.reply !== null)],
        [product, review.product_id],
        [customer, review.customer_id],
        [status, review.status],
      ].every(([asked, has]) => asked === undefined || asked === has),
    );

    const paged: contract.Review[] = [];
    for (let more = true, after = ''; more; ) {
      const { body } = await list({ ...Object(filter), limit: 2, expand: 'reply', after });
      paged.push(...body.data);
      more = body.has_more;
      after = body.next_after ?? paged.at(-1)?.id;
    }

    expect(paged).toEqual(expected);
  });

  test.each([{ rating: '4' }, { replied: 'true' }, { product: products[0]?.id ?? '' }, { status: 'published' }])(
    'a page that is filtered only by %j contains no next_after',
    async (filter) => {
      const { body } = await list({ ...Object(filter), limit: 1 });

      expect(body).toEqual({ data: [expect.any(Object)], has_more: true });
    },
  );

  test('follows an edit of the stars, a removed reply and a deletion at once', async () => {
    const [customer, product] = [newCustomer(), newProduct()];
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer], products: [product] }));
    const { id } = await newReview(world, customer, product, { rating: 1 });
    const of = { path: { review_id: String(id) }, key: world.write };
    const lists = async () => {
      const asked = [{ rating: 1 }, { rating: 3 }, { replied: 'true' }, { replied: 'false' }];
      const answers = await Promise.all(asked.map((filter) => list(Object(filter))));
      return answers.map(({ body }) => body.data.some((review: contract.Review) => review.id === id));
    };
    expect(await lists()).toEqual([true, false, false, true]);

    await succeeded(edit(world, customer, String(id), { rating: 3, title: '', body: '' }));
    await call(setReviewReply, { ...of, body: { body: 'Thank you' } });
    expect(await lists()).toEqual([false, true, true, false]);

    await call(removeReviewReply, of);
    expect(await lists()).toEqual([false, true, false, true]);

    await succeeded(remove(world, customer, String(id)));
    expect(await lists()).toEqual([false, false, false, false]);
  });

  test('takes as many calls as without a filter, with and without a status', async () => {
    withUsualBatches();
    await list({});
    const callsOf = async (query: Record<string, string | number>) => {
      const { calls, roundTrips } = await watch(() => list(query));
      expect(roundTrips).toBe(1);
      return calls.length;
    };

    for (const filter of [{ rating: 4 }, { replied: 'false' }, { replied: 'true' }]) {
      expect(await callsOf(Object(filter))).toBe(await callsOf({}));
      expect(await callsOf({ ...Object(filter), status: 'published' })).toBe(await callsOf({ status: 'published' }));
    }
  });

  test.each([
    [{ rating: '0' }, 'rating must be between 1 and 5'],
    [{ rating: '4.5' }, 'rating must be between 1 and 5'],
    [{ replied: 'yes' }, 'replied must be true or false'],
  ])('400 INVALID_FIELD for %j', async (query, error) => {
    expect(await list(Object(query))).toMatchObject({ status: 400, body: { error, code: 'INVALID_FIELD' } });
  });

  test('until AWS has built the index by stars, reviews are filtered after they are read', async () => {
    const expected = (await list({ rating: 4, limit: 100 })).body;
    const error = Object.assign(new Error('The table does not have the specified index: stars_feed'), {
      name: 'ValidationException',
    });
    onTestFinished(
      onCall(dynamodb, ({ input }, next) => {
        if (input.IndexName === 'stars_feed') throw error;
        return next();
      }),
    );

    expect((await list({ rating: 4, limit: 100 })).body).toEqual(expected);
  });

  test('the migration lists reviews that an earlier release wrote, and changes nothing the second time', async () => {
    const expected = (await list({ rating: 2, limit: 100 })).body;
    const lost = expected.data[0];
    await changeItem(
      keys.reviewOf(world.store.id, lost.customer_id, lost.product_id),
      'REMOVE feed_pk, feed_sk, stars_feed_pk, stars_feed_sk',
    );
    expect((await list({ rating: 2, limit: 100 })).body.data).toHaveLength(expected.data.length - 1);
    const item = { ...keys.review(world.store.id, lost.id), id: lost.id };
    const due = () => filterPlaces.writes(world.store.id, item, lost.updated_at);

    await commitUnitOfWork(writing(await due()));

    expect((await list({ rating: 2, limit: 100 })).body).toEqual(expected);
    expect(await due()).toEqual([]);
  });
});

/** Adds newer reviews that differ from a stored one only in their ids, straight to the table. */
async function addSimilar({ store }: World, { id, customer_id, product_id }: contract.Review, number: number) {
  const stored = async (Key: Key) =>
    (await dynamodb.send(new GetCommand({ TableName: storeTable(), Key }))).Item as object;
  const [review, copy] = [
    await stored(keys.review(store.id, id)),
    await stored(keys.reviewOf(store.id, customer_id, product_id)),
  ];
  const puts = Array.from({ length: number }, () => {
    const next = newId('review');
    const sortKeys = (item: object) =>
      Object.fromEntries(Object.keys(item).flatMap((name) => (name.endsWith('feed_sk') ? [[name, next]] : [])));
    return [
      { ...review, ...sortKeys(review), ...keys.review(store.id, next), id: next },
      { ...copy, ...sortKeys(copy), ...keys.reviewOf(store.id, customer_id, next), id: next },
    ];
  }).flat();
  const requests = chunksOf(puts, 25).map((some) => some.map((Item) => ({ PutRequest: { Item } })));
  for (const some of requests) {
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [storeTable()]: some } }));
  }
}

test('a request reads a bounded number of reviews that do not match, and its empty page continues after them', {
  tags: 'long',
}, async () => {
  onTestFinished(resize((name) => (name === 'candidatesOnPage' ? 20 : undefined)));
  const world = await newWorld();
  const [[customer], [product]] = [world.customers, world.products];
  const { id } = await newReview(world, customer, product, { rating: 4 });
  const of = { path: { review_id: String(id) }, key: world.write };
  const { body: oldest } = await call(getReview, of);
  await addSimilar(world, oldest, 100);
  await succeeded(edit(world, customer, String(id), { rating: 5, title: '', body: '' }));
  await call(setReviewReply, { ...of, body: { body: 'Thank you' } });
  let read = 0;
  onTestFinished(
    onCall(dynamodb, async (_, next) => {
      const answer = await next();
      read += answer.Items?.length ?? 0;
      return answer;
    }),
  );

  for (const filter of [
    { product: product.id, rating: 5 },
    { customer: customer.id, replied: 'true' },
  ]) {
    const pages: (typeof oldest)[][] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      read = 0;
      const { body } = await call(listReviews, { query: { ...Object(filter), after, limit: 4 }, key: world.read });
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThanOrEqual(30);
      pages.push(body.data);
      after = body.next_after;
    }

    expect(pages.flat()).toMatchObject([{ id }]);
    expect(pages).toHaveLength(6);
  }
});

test('a list by stars shows the later state of a review that two of its queries return', async () => {
  const world = await newWorld();
  const { id } = await newReview(world, world.customers[0], world.products[0], { rating: 4 });
  const of = { path: { review_id: String(id) }, key: world.write };
  const list = async () => (await call(listReviews, { query: { rating: '4' }, key: world.read })).body.data;
  await call(setReviewReply, { ...of, body: { body: 'Thank you' } });
  const published = new Map<string, object>();
  const isOfPublished = (partition: string) => partition.includes('#REVIEWS#published#STARS#4#');
  let isLate = false;
  onTestFinished(
    onCall(dynamodb, async ({ input }, next) => {
      const partition = String(Object(input.ExpressionAttributeValues)[':pk']);
      if (!isOfPublished(partition)) return next();
      const answer = isLate ? published.get(partition) : await next();
      published.set(partition, answer);
      return answer;
    }),
  );
  expect(await list()).toMatchObject([{ id, status: 'published' }]);
  await call(hideReview, { ...of, body: { reason: 'spam' } });
  isLate = true;

  expect(await list()).toMatchObject([{ id, status: 'hidden' }]);
});

test('no list shows the review of a customer once they are deleted, even if the deletion stops after its first commit', async () => {
  const world = await newWorld();
  const [{ id: customer_id }] = world.customers;
  await newReview(world, world.customers[0], world.products[0], { rating: 4 });
  const lists = async () => {
    const queries: Record<string, string>[] = [{}, { rating: '4' }, { replied: 'false' }];
    const pages = await Promise.all(queries.map((query) => call(listReviews, { query, key: world.read })));
    return pages.map(({ body }) => body.data.length);
  };
  expect(await lists()).toEqual([1, 1, 1]);

  await dyingAfterCommit(() => invoke(deleteCustomer, { store_id: world.store.id, customer_id }));

  expect(await lists()).toEqual([0, 0, 0]);
});
