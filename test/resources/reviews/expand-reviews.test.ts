import { describe, expect, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import {
  getReview,
  hideReview,
  listReviews,
  removeReviewReply,
  setReviewReply,
  showReview,
} from '../../../lib/resources/reviews/operations.ts';
import { createApiKey } from '../../../lib/resources/stores/functions.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview, stand } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

const all = 'reply,product,customer,actor';

const list = ({ read: key }: World, query: Record<string, string | number>) => call(listReviews, { query, key });

const get = ({ read: key }: World, review_id: string, expand: string) =>
  call(getReview, { path: { review_id }, query: { expand }, key });

async function reviewed() {
  const world = await newWorld();
  const [ada] = world.customers;
  const [product] = world.products;
  const { id } = await newReview(world, ada, product);
  const of = { path: { review_id: String(id) }, key: world.write };
  return { world, ada, product, id: String(id), of };
}

describe('expand', () => {
  test('adds the fields of its names to a review, in the list and by its id; without it, the review has none of them', async () => {
    const { world, ada, product, id, of } = await reviewed();
    const { body: plain } = await call(getReview, { ...of });
    const { body: said } = await call(setReviewReply, { ...of, body: { body: 'Thank you' } });
    const { review_id: _, ...reply } = said;

    const { status, body } = await get(world, id, all);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...plain,
      reply,
      product: { id: product.id, name: product.name },
      customer: { id: ada.id, first_name: ada.first_name, last_name: ada.last_name, standing: 'good' },
      actor: { type: 'api_key', name: expect.stringContaining('Write') },
    });
    expect((await list(world, { expand: all })).body.data).toEqual([body]);
    expect((await list(world, {})).body.data).toEqual([plain]);
    expect((await get(world, id, 'reply')).body).toEqual({ ...plain, reply });
    expect((await get(world, id, 'product,product')).body).toEqual({ ...plain, product: body.product });
    expect((await get(world, id, '')).body).toEqual(plain);
  });

  test('shows null for a review without a reply that was never moderated, and the present standing of its author', async () => {
    const { world, ada, id } = await reviewed();
    await stand(world, ada, 'banned');

    expect((await get(world, id, all)).body).toMatchObject({
      reply: null,
      actor: null,
      customer: { id: ada.id, standing: 'banned' },
    });
  });

  test('shows null for an author if a deletion has not reached the review yet', async () => {
    const { world, ada, id } = await reviewed();
    const customer = await customers.get(world.store.id, ada.id);
    const deletion = { shopper: 'digest', now: timestampNow() };
    await commitUnitOfWork(writing(customers.remove(world.store.id, customer, deletion)));

    expect((await get(world, id, 'customer')).body.customer).toBeNull();
    expect((await list(world, { expand: 'customer' })).body.data).toMatchObject([{ id, customer: null }]);
  });

  test.each([['author'], ['reply,author'], ['reply, product'], ['reply,'], ['Reply']])(
    '400 INVALID_FIELD for %j',
    async (expand) => {
      const { world, id } = await reviewed();
      const refusal = {
        error: 'expand must be a comma-separated list of reply, product, customer, or actor',
        code: 'INVALID_FIELD',
      };

      expect(await get(world, id, expand)).toMatchObject({
        status: 400,
        body: refusal,
        headers: { 'x-error-field': '?expand' },
      });
      expect(await list(world, { expand })).toMatchObject({ status: 400, body: refusal });
    },
  );

  test('403 for a customer with a key that is limited to reviews, which may expand the rest', async () => {
    const { world, id } = await reviewed();
    const asked = { store_id: world.store.id, name: 'Moderator', permission: 'Read', areas: ['reviews'] };
    const { api_key: read } = await succeeded(invoke(createApiKey, asked));
    const limited = { ...world, read };

    for (const refused of [await get(limited, id, all), await list(limited, { expand: 'actor,customer' })]) {
      expect(refused).toMatchObject({
        status: 403,
        body: { error: 'The areas of the API key do not include customers', code: 'FORBIDDEN' },
      });
    }
    expect((await get(limited, id, 'reply,product,actor')).status).toBe(200);
  });

  test('takes one round of parallel reads more for a page, and none for a reply and an actor', async () => {
    withUsualBatches();
    const world = await newWorld();
    const authors = Array.from({ length: 6 }, () => newCustomer());
    const products = Array.from({ length: 4 }, () => newProduct());
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: authors, products }));
    await Promise.all(authors.flatMap((author) => products.map((product) => newReview(world, author, product))));
    await list(world, {});

    const plain = await watch(() => list(world, { limit: 20 }));
    const stored = await watch(() => list(world, { limit: 20, expand: 'reply,actor' }));
    const whole = await watch(() => list(world, { limit: 20, expand: all }));

    expect(whole.result.body.data).toHaveLength(20);
    for (const { product, customer } of whole.result.body.data) {
      expect(products).toContainEqual(expect.objectContaining(product));
      expect(authors).toContainEqual(expect.objectContaining({ id: customer.id, last_name: customer.last_name }));
    }
    expect(plain.roundTrips).toBe(1);
    expect(stored.calls).toHaveLength(plain.calls.length);
    expect(whole.roundTrips).toBe(2);
    expect(whole.calls.length).toBe(plain.calls.length + 1);
  });
});

describe('the actor', () => {
  test('is the key that last hid or showed the review, or set or removed its reply', async () => {
    const { world, id, of } = await reviewed();
    const keyOf = async (name: string) => {
      const { api_key } = await succeeded(
        invoke(createApiKey, { store_id: world.store.id, name, permission: 'Write' }),
      );
      return { ...of, key: String(api_key) };
    };
    const [ada, grace] = [await keyOf('Ada'), await keyOf('Grace')];
    const actor = async () => (await get(world, id, 'actor')).body.actor;

    await call(hideReview, { ...ada, body: { reason: 'spam' } });
    expect(await actor()).toEqual({ type: 'api_key', name: 'Ada' });

    await call(showReview, grace);
    expect(await actor()).toEqual({ type: 'api_key', name: 'Grace' });

    await call(showReview, ada);
    expect(await actor()).toEqual({ type: 'api_key', name: 'Grace' });

    await call(setReviewReply, { ...ada, body: { body: 'Thank you' } });
    expect(await actor()).toEqual({ type: 'api_key', name: 'Ada' });

    await call(removeReviewReply, grace);
    expect(await actor()).toEqual({ type: 'api_key', name: 'Grace' });
  });
});
