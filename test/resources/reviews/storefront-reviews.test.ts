/** What storefronts do with reviews, and what they are shown. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { cancelOrder, payOrder } from '../../../lib/resources/orders/functions.ts';
import type { Review } from '../../../lib/resources/reviews/fields.ts';
import * as contract from '../../../lib/resources/reviews/fields.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { type Intercepted, type Next, withOnCall } from '../../support/aws/on-call.ts';
import { invoke } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import {
  buy,
  edit,
  hide,
  inAccount,
  newReview,
  onPage,
  post,
  rating,
  remove,
  reviewContent,
  stand,
  stored,
} from '../../support/world/reviews.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let grace: World['customers'][0];
let teapot: World['products'][0];
let store_id: string;

beforeEach(async () => {
  world = await newWorld();
  [ada, grace] = world.customers;
  [teapot] = world.products;
  store_id = world.store.id;
});

const importOf = (records: object) => succeeded(invoke(importRecords, { store_id, ...records }));

describe('post-review', () => {
  test('a review of the variant bought, which counts at once', async () => {
    const review = await newReview(world, ada, teapot);

    expect(review).toMatchObject({
      ...reviewContent,
      product_id: teapot.id,
      customer_id: ada.id,
      variant_name: 'Large',
      author_name: 'Ada L.',
      verified_purchase: true,
      status: 'published',
      hidden_at: null,
      hidden_reason: null,
      hidden_note: null,
    });
    expect(contract.review.safeParse(review).error).toBeUndefined();
    expect(await stored(world, review.id)).toEqual(review);
    expect(await rating(world)).toEqual([1, 4]);
  });

  test.each([{}, { title: null, body: null }, { title: '', body: '' }])('title and body may be %j', async (content) => {
    await buy(world, ada, teapot);
    const review = await post(world, ada, teapot, { title: undefined, body: undefined, ...content });
    expect(review).toMatchObject({ title: '', body: '' });
  });

  test.each([{ rating: 5 }, { title: 'Leaks' }, { body: '' }])('DUPLICATE for another content: %j', async (content) => {
    await newReview(world, ada, teapot);
    expect(await post(world, ada, teapot, content)).toEqual({
      errorType: 'DUPLICATE',
      errorMessage: 'Resource already exists',
    });
  });

  test('of another product, by another customer, or after deleting is another review', async () => {
    const first = await newReview(world, ada, teapot);
    const others = [await newReview(world, ada, world.products[1]), await newReview(world, grace, teapot)];
    await succeeded(remove(world, ada, first.id));
    const again = await succeeded(post(world, ada, teapot));

    expect(new Set([first, again, ...others].map(({ id }) => id)).size).toBe(4);
    expect(await rating(world)).toEqual([2, 8]);
  });

  test('starts shadowbanned where its author is, and looks published to them', async () => {
    await stand(world, ada, 'shadowbanned');
    const review = await newReview(world, ada, teapot);

    expect(review.status).toBe('published');
    expect((await stored(world, review.id)).status).toBe('shadowbanned');
    expect(await rating(world)).toEqual([0, 0]);
  });

  test.each([
    ['The site takes no reviews', () => importOf({ sites: [{ ...world.sites[0], reviews_enabled: false }] })],
    ["The customer's email is not verified", () => importOf({ customers: [{ ...ada, email_verified: false }] })],
    ['The customer is banned', () => stand(world, ada, 'banned')],
  ])('FORBIDDEN: %s', async (errorMessage, arrange) => {
    await buy(world, ada, teapot);
    await arrange();
    expect(await post(world, ada, teapot)).toEqual({ errorType: 'FORBIDDEN', errorMessage });
    expect(await rating(world)).toEqual([0, 0]);
  });

  test('FORBIDDEN: The customer has not bought the product in a paid order', async () => {
    await buy(world, ada, world.products[1]);
    await buy(world, grace, teapot);
    expect(await post(world, ada, teapot)).toEqual({
      errorType: 'FORBIDDEN',
      errorMessage: 'The customer has not bought the product in a paid order',
    });
  });

  test('a pending order does not count until it is paid', async () => {
    const order = orderOf(world, { status: 'pending' });
    await succeeded(record(world, order));
    expect(await post(world, ada, teapot)).toMatchObject({ errorType: 'FORBIDDEN' });

    await succeeded(invoke(payOrder, { store_id, order_id: order.id }));
    expect(await post(world, ada, teapot)).toMatchObject({ status: 'published', variant_name: 'Small' });
  });

  test('a cancelled order does not count', async () => {
    const order = orderOf(world, { status: 'pending' });
    await succeeded(record(world, order));
    await succeeded(invoke(cancelOrder, { store_id, order_id: order.id }));

    expect(await post(world, ada, teapot)).toMatchObject({ errorType: 'FORBIDDEN' });
  });

  test.each([{ site_id: 'sit_unknown' }, { customer_id: 'cus_unknown' }, { product_id: 'pro_unknown' }])(
    'NOT_FOUND for %j',
    async (fields) => {
      await buy(world, ada, teapot);
      expect(await post(world, ada, teapot, fields)).toMatchObject({ errorType: 'NOT_FOUND' });
    },
  );

  test.each([
    [{ rating: 0 }, 'rating must be between 1 and 5'],
    [{ rating: 6 }, 'rating must be between 1 and 5'],
    [{ rating: 4.5 }, 'rating must be an integer'],
    [{ title: 'x'.repeat(121) }, 'title must be 120 characters or fewer'],
    [{ body: 'x'.repeat(5001) }, 'body must be 5000 characters or fewer'],
    [{ customer_id: 'ada' }, 'customer_id must be a customer ID'],
  ])('INVALID_FIELD for %j', async (fields, errorMessage) => {
    await buy(world, ada, teapot);
    expect(await post(world, ada, teapot, fields)).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
  });

  test('MISSING_FIELD without a rating', async () => {
    expect(await post(world, ada, teapot, { rating: undefined })).toEqual({
      errorType: 'MISSING_FIELD',
      errorMessage: 'rating is required',
    });
  });

  test('title and body up to their limits, counted in code points', async () => {
    const content = { title: '🫖'.repeat(120), body: '🫖'.repeat(5000) };
    expect(await newReview(world, ada, teapot, content)).toMatchObject(content);
  });

  test('two round trips once the store is known', async () => {
    await newReview(world, grace, teapot);
    await buy(world, ada, teapot);
    const { roundTrips } = await watch(() => post(world, ada, teapot));
    expect(roundTrips).toBe(2);
  });
});

describe('edit-review', () => {
  test('replaces what it says; the rating follows', async () => {
    const review = await newReview(world, ada, teapot);

    const edited = await succeeded(edit(world, ada, review.id, { rating: 1, title: 'Leaks' }));

    expect(edited).toMatchObject({ id: review.id, rating: 1, title: 'Leaks', body: '' });
    expect(await stored(world, review.id)).toEqual(edited);
    expect(await rating(world)).toEqual([1, 1]);
  });

  test('moves updated_at, unless it says the same', async () => {
    const review = await newReview(world, ada, teapot);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });

    expect(await edit(world, ada, review.id, reviewContent)).toEqual(review);
    const edited = await edit(world, ada, review.id, { rating: 2 });
    vi.useRealTimers();

    expect(edited.created_at).toBe(review.created_at);
    expect(Date.parse(edited.updated_at) - Date.parse(review.updated_at)).toBeGreaterThanOrEqual(60_000);
  });

  test('a hidden review stays hidden, and its author does not see the note', async () => {
    const review = await newReview(world, ada, teapot);
    await hide(world, review.id);

    const edited = await succeeded(edit(world, ada, review.id, { rating: 1 }));

    expect(edited).toMatchObject({ status: 'hidden', hidden_reason: 'off_topic', hidden_note: null });
    expect(await stored(world, review.id)).toMatchObject({ rating: 1, hidden_note: 'About the courier' });
    expect(await rating(world)).toEqual([0, 0]);
  });

  test('NOT_FOUND for an unknown or deleted review, or one of another author', async () => {
    const review = await newReview(world, ada, teapot);
    const refusal = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

    expect(await edit(world, grace, review.id, { rating: 1 })).toEqual(refusal);
    expect(await edit(world, ada, 'rev_unknown', { rating: 1 })).toEqual(refusal);
    await succeeded(remove(world, ada, review.id));
    expect(await edit(world, ada, review.id, { rating: 1 })).toEqual(refusal);
  });

  test('FORBIDDEN for a banned author', async () => {
    const review = await newReview(world, ada, teapot);
    await stand(world, ada, 'banned');
    expect(await edit(world, ada, review.id, { rating: 1 })).toEqual({
      errorType: 'FORBIDDEN',
      errorMessage: 'The customer is banned',
    });
  });
});

describe('delete-review', () => {
  test('the same twice; the rating follows once', async () => {
    const review = await newReview(world, ada, teapot);
    const deleted = { review_id: review.id, deleted: true };

    expect(await remove(world, ada, review.id)).toEqual(deleted);
    expect(await remove(world, ada, review.id)).toEqual(deleted);
    expect(await rating(world)).toEqual([0, 0]);
    expect((await inAccount(world, ada)).data).toEqual([]);
  });

  test('NOT_FOUND for an unknown review, or one of another author, deleted or not', async () => {
    const review = await newReview(world, ada, teapot);
    const refusal = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

    expect(await remove(world, ada, 'rev_unknown')).toEqual(refusal);
    expect(await remove(world, grace, review.id)).toEqual(refusal);
    await succeeded(remove(world, ada, review.id));
    expect(await remove(world, grace, review.id)).toEqual(refusal);
  });
});

describe('list-customer-reviews', () => {
  test('NOT_FOUND for an unknown customer', async () => {
    expect(await inAccount(world, { id: 'cus_unknown' })).toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test.each([{ limit: 101 }, { after: 'pro_1' }])('INVALID_FIELD for %j', async (fields) => {
    expect(await inAccount(world, ada, fields)).toMatchObject({ errorType: 'INVALID_FIELD' });
  });

  test('one round trip once the store is known', async () => {
    await newReview(world, ada, teapot);
    await stand(world, ada, 'shadowbanned');
    expect((await watch(() => inAccount(world, ada))).roundTrips).toBe(1);
  });
});

describe('list-product-reviews', () => {
  test('shows none on a site without reviews', async () => {
    await newReview(world, ada, teapot);
    await importOf({ sites: [{ ...world.sites[0], reviews_enabled: false }] });
    expect(await onPage(world)).toEqual({ data: [], has_more: false });
    expect((await onPage(world, { site_id: world.sites[1].id })).data).toHaveLength(1);
  });

  test("the viewer's own review is listed once, also where they are shadowbanned between the reads", async () => {
    const review = await newReview(world, ada, teapot);
    const published = Promise.withResolvers<void>();
    let started = false;
    const meanwhile = async ({ input }: Intercepted, next: Next) => {
      if (!started && JSON.stringify(input.RequestItems)?.includes(`"sk":"CUSTOMER"`)) {
        started = true;
        await published.promise;
        await stand(world, ada, 'shadowbanned');
      }
      const answer = await next();
      if ('IndexName' in input) published.resolve();
      return answer;
    };
    const { data } = await withOnCall(dynamodb, meanwhile, () => onPage(world, { viewer_customer_id: ada.id }));

    expect((await stored(world, review.id)).status).toBe('shadowbanned');
    expect(data.map(({ id }) => id)).toEqual([review.id]);
  });

  test("pages hold the viewer's own shadowbanned review in its place", async () => {
    const customers = Array.from({ length: 6 }, () => newCustomer());
    await importOf({ customers });
    const ids: string[] = [];
    for (const customer of customers) ids.unshift((await newReview(world, customer, teapot)).id);
    const viewer = customers[3] ?? ada;
    await stand(world, viewer, 'shadowbanned');

    for (const [viewer_customer_id, expected] of [
      [viewer.id, ids],
      [undefined, ids.toSpliced(2, 1)],
    ] as const) {
      const paged: string[] = [];
      for (let more = true; more; ) {
        const page = await onPage(world, { viewer_customer_id, limit: 2, after: paged.at(-1) ?? null });
        paged.push(...page.data.map(({ id }) => id));
        more = page.has_more;
      }
      expect(paged).toEqual(expected);
    }
  });

  test.each([
    [{ product_id: 'pro_unknown' }, 'NOT_FOUND'],
    [{ site_id: 'sit_unknown' }, 'NOT_FOUND'],
    [{ limit: '10' }, 'INVALID_FIELD'],
  ])('refuses %j with %s', async (fields, errorType) => {
    expect(await onPage(world, fields)).toMatchObject({ errorType });
  });

  test('one round trip once the store is known, for any viewer', async () => {
    await newReview(world, ada, teapot);
    await stand(world, ada, 'shadowbanned');
    for (const viewer of [{}, { viewer_customer_id: ada.id }]) {
      expect((await watch(() => onPage(world, viewer))).roundTrips).toBe(1);
    }
  });
});

describe('what a product page and an account show of a review', () => {
  test.each([
    ['published', ['published'], ['published'], ['published'], async () => undefined],
    ['hidden', [], [], ['hidden'], (id: string) => hide(world, id)],
    ['shadowbanned', [], ['published'], ['published'], () => stand(world, ada, 'shadowbanned')],
    ['banned', [], [], [], () => stand(world, ada, 'banned')],
  ] as const)('%s: others %j, the author %j and in their account %j', async (_, others, author, account, arrange) => {
    const review = await newReview(world, ada, teapot);
    await arrange(review.id);

    const statuses = ({ data }: { data: Review[] }) => data.map(({ status }) => status);
    expect(statuses(await onPage(world))).toEqual(others);
    expect(statuses(await onPage(world, { viewer_customer_id: grace.id }))).toEqual(others);
    expect(statuses(await onPage(world, { viewer_customer_id: ada.id }))).toEqual(author);
    expect(statuses(await inAccount(world, ada))).toEqual(account);
    expect(statuses(await inAccount(world, grace))).toEqual([]);
  });
});

test('SERVICE_REVIEWS=false: every function refuses with NOT_FOUND', async () => {
  const review = await newReview(world, ada, teapot);
  vi.stubEnv('SERVICE_REVIEWS', 'false');
  for (const refused of [
    await post(world, grace, teapot),
    await edit(world, ada, review.id, { rating: 1 }),
    await remove(world, ada, review.id),
    await onPage(world),
    await inAccount(world, ada),
  ]) {
    expect(refused).toMatchObject({ errorType: 'NOT_FOUND' });
  }
});
