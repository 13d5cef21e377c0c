/** Reviews that no index shows yet, or that are between two of its partitions, take over a variant's new name. */
import { expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import { auditRatings } from '../../../lib/resources/reviews/functions.ts';
import { getReview, hideReview, listReviews } from '../../../lib/resources/reviews/operations.ts';
import { around, as, before, dyingAfterCommit, transactionsOf } from '../../support/aws/interleave.ts';
import { invocationOf } from '../../support/aws/invocation-time.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded } from '../../support/world/world.ts';

async function setUp() {
  const world = await newWorld();
  const store_id = world.store.id;
  const [product, ada] = [newProduct(), newCustomer()];
  await succeeded(invoke(importRecords, { store_id, customers: [ada], products: [product] }));
  const review = await newReview(world, ada, product);
  const path = { review_id: review.id };
  return {
    store: store_id,
    product: product.id,
    async review(customer: ReturnType<typeof newCustomer>) {
      await succeeded(invoke(importRecords, { store_id, customers: [customer] }));
      return newReview(world, customer, product);
    },
    importing: (name: string) =>
      succeeded(
        invoke(importRecords, {
          store_id,
          products: [{ ...product, variants: product.variants.map((variant) => ({ ...variant, name })) }],
        }),
      ),
    nameOf: async () => (await call(getReview, { path, key: world.read })).body.variant_name,
    hide: () => call(hideReview, { path, key: world.write, body: { reason: 'spam' } }),
    audit: () => succeeded(invoke(auditRatings, { store_id })),
  };
}

/** The indexes show nothing at all while some work is done. */
const withoutIndexes = <T>(work: () => Promise<T>): Promise<T> => {
  around(
    ({ by, input }) => by === 'unseen' && input.IndexName !== undefined,
    async (send) => {
      const answer = await send();
      return { ...answer, Items: [], Count: 0, LastEvaluatedKey: undefined };
    },
    { times: Number.POSITIVE_INFINITY },
  );
  return as('unseen', work);
};

test('a review that the index does not show', async () => {
  const { importing, nameOf } = await setUp();
  await withoutIndexes(() => importing('Renamed'));
  expect(await nameOf()).toBe('Renamed');
});

test('a review that is hidden at the very commit', async () => {
  const { importing, nameOf, hide } = await setUp();
  before(transactionsOf('import'), hide, { times: 2 });
  await as('import', () => importing('Renamed'));
  expect(await nameOf()).toBe('Renamed');
});

test('two imports at once: the later commit names them, whichever ends first', async () => {
  const { importing, nameOf } = await setUp();
  before(
    ({ by, command }) => by === 'first' && command.startsWith('BatchGet'),
    () => importing('Second'),
    { times: 2 },
  );
  await as('first', () => importing('First'));
  const last = await nameOf();
  await importing(last);
  expect(await nameOf()).toBe(last);
  await importing('Third');
  expect(await nameOf()).toBe('Third');
});

test('an import that another one overtakes leaves no progress on the product', async () => {
  const { store, product, importing, review } = await setUp();
  for (const customer of [newCustomer(), newCustomer()]) await review(customer);
  let overtaken = false;
  const isProgress = ({ Update }: { Update?: { ExpressionAttributeValues?: object } }) =>
    Object.values(Update?.ExpressionAttributeValues ?? {}).some((value) => String(value).startsWith('rev_'));
  before(
    ({ by, input }) => by === 'overtaken' && input.TransactItems?.some(isProgress),
    async () => {
      await importing('Renamed');
      overtaken = true;
    },
  );

  await as('overtaken', () => importing('Renamed'));

  const kept = await products.get(store, product);
  expect(overtaken).toBe(true);
  expect(kept).not.toHaveProperty('variants_renamed');
  expect(kept).not.toHaveProperty('renamed_up_to');
});

test('the audit of ratings reports no drift of reviews that the index does not show', async () => {
  const { audit } = await setUp();
  expect((await withoutIndexes(audit)).drifts).toEqual([]);
});

test('an import that changes no name, while another one does', async () => {
  const { importing, nameOf } = await setUp();
  const named = await nameOf();
  before(transactionsOf('same'), () => importing('Second'));
  await as('same', () => importing(named));
  expect(await nameOf()).toBe(named);
});

/** A product with three pages of reviews, of which an import has renamed the first before its time was short. */
async function interrupted() {
  const world = await newWorld();
  const store_id = world.store.id;
  const [product, customers] = [newProduct(), Array.from({ length: 99 }, () => newCustomer())];
  await succeeded(invoke(importRecords, { store_id, customers, products: [product] }));
  for (const customer of customers) await newReview(world, customer, product);
  const named = (name: string) => ({
    store_id,
    products: [{ ...product, variants: product.variants.map((variant) => ({ ...variant, name })) }],
  });
  const handler = await handlerOf(importRecords);
  await invocationOf({ seconds: 60, costOf: () => 25 }, (context) =>
    handler(named('First'), context).catch(() => undefined),
  );
  return {
    importing: (name: string) => invoke(importRecords, named(name)),
    names: async () => {
      const { body } = await call(listReviews, { key: world.read, query: { limit: 100 } });
      return Map.groupBy(body.data, (review: { variant_name: string }) => review.variant_name);
    },
  };
}

test('an import that gives other names than the one that was interrupted begins with the first review', {
  tags: 'long',
}, async () => {
  const { importing, names } = await interrupted();
  expect([...(await names()).keys()].toSorted()).toEqual(['First', 'Standard']);

  await importing('Second');

  expect([...(await names()).keys()]).toEqual(['Second']);
});

test('an import that continues while another one with other names dies does not hide the work of that one', {
  tags: 'long',
}, async () => {
  const { importing, names } = await interrupted();
  let commits = 0;
  // The first commit is that of the product, the second that of a page.
  before(
    ({ by, command }) => by === 'going on' && command.startsWith('TransactWrite') && ++commits === 2,
    () => dyingAfterCommit(() => importing('Second')),
  );
  await as('going on', () => importing('First'));

  await importing('Second');

  expect([...(await names()).keys()]).toEqual(['Second']);
});
