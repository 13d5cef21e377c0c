// @module-tag long
/** The fullest transactions, with the service's own sizes of batches: DynamoDB accepts each of them. */
import { expect, test } from 'vitest';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { deleteCustomer, forgetAddress } from '../../lib/resources/customers/functions.ts';
import { changeCustomerStanding } from '../../lib/resources/customers/operations.ts';
import { deletedReviews } from '../../lib/runtime/batches.ts';
import { toTimestamp } from '../../lib/schema/times.ts';
import { dynamodb } from '../../lib/table/client.ts';
import { withOnCall } from '../support/aws/on-call.ts';
import { withUsualBatches } from '../support/batches.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import {
  importAddresses,
  importCards,
  importEntries,
  importedAddress,
  importedCard,
  importedEntry,
  importedReview,
  importReviews,
} from '../support/world/move-in.ts';
import { refund, sold, unitsOf } from '../support/world/refunds.ts';
import { notifyFew, restock } from '../support/world/restocks.ts';
import { newReview } from '../support/world/reviews.ts';
import { newCredit } from '../support/world/store-credits.ts';
import { importProducts } from '../support/world/waitlist.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../support/world/world.ts';

const inWeeks = () => toTimestamp(Date.now() + 20 * 86_400_000);

const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index));

const addressee = (index: number) => `friend${index}@example.com`;

/** A world in which the first customer has written so many reviews. */
async function withReviews(count: number): Promise<World> {
  const world = await newWorld();
  const products = times(count, () => newProduct());
  await importProducts(world, ...products);
  await Promise.all(products.map((product) => newReview(world, world.customers[0], product)));
  return world;
}

const deletionIn = (world: World) =>
  succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));

const buying = (quantity: number, card: object = {}) =>
  sold(quantity, { card: { recipient_email: addressee(1), message: 'Hello', ...card } });

/** What fills transactions, the fewest items that the largest one has, and how it is prepared. */
const fullest: readonly [string, number, () => Promise<() => Promise<unknown>>][] = [
  [
    'the longest-waiting shoppers are notified',
    99,
    async () => {
      const world = await newWorld();
      const entries = times(60, (index) => importedEntry(world, { email: addressee(index) }));
      await succeeded(importEntries(world, entries));
      await succeeded(restock(world, 'lorry', 0, { notify_at_most: 60 }));
      return () => notifyFew(world, 'lorry');
    },
  ],
  [
    'the author of reviews is banned',
    98,
    async () => {
      const { customers, write: key } = await withReviews(40);
      const path = { id: customers[0].id };
      const ban = { path, body: { standing: 'banned' }, key, idempotencyKey: 'ban' };
      return async () => expect(await call(changeCustomerStanding, ban)).toMatchObject({ status: 200 });
    },
  ],
  [
    'the author of a few reviews is deleted',
    100,
    async () => {
      const world = await withReviews(deletedReviews.size);
      return () => deletionIn(world);
    },
  ],
  [
    'the author of many reviews is deleted',
    97,
    async () => {
      const world = await withReviews(30);
      return () => deletionIn(world);
    },
  ],
  [
    'the buyer of gift cards is deleted',
    99,
    async () => {
      const { world } = await buying(40);
      return () => deletionIn(world);
    },
  ],
  [
    'the owner of a store credit with 100 entries is deleted',
    93,
    async () => {
      const { world, id, adjust } = await newCredit();
      for (let count = 0; count < 100; count += 1) await adjust(id, { amount: 1, note: 'Hello' });
      return () => deletionIn(world);
    },
  ],
  ['an order issues gift cards', 96, async () => () => buying(30)],
  ['an order issues gift cards with a send date', 97, async () => () => buying(30, { send_at: inWeeks() })],
  [
    'a refund takes back gift cards of a deleted buyer',
    73,
    async () => {
      const order = await buying(40, { send_at: inWeeks() });
      // Each card forgets its recipient as well.
      await deletionIn(order.world);
      return () => succeeded(refund(order, unitsOf(1, 40)));
    },
  ],
  [
    'an email address is forgotten',
    91,
    async () => {
      const world = await newWorld();
      await importCards(
        world,
        times(60, () => importedCard({ recipient_email: addressee(1) })),
      );
      return () => succeeded(invoke(forgetAddress, { store_id: world.store.id, email: addressee(1) }));
    },
  ],
  [
    'gift cards are imported',
    98,
    async () => {
      const world = await newWorld();
      const cards = times(30, (index) =>
        importedCard({ initial_value: 5000, disabled: true, recipient_email: addressee(index) }),
      );
      return () => succeeded(importCards(world, cards));
    },
  ],
  [
    'reviews of a customer are imported',
    96,
    async () => {
      const world = await newWorld();
      const products = times(40, () => newProduct());
      await importProducts(world, ...products);
      const reviews = products.map(({ id: product_id }) => importedReview(world, { product_id }));
      return () => succeeded(importReviews(world, reviews));
    },
  ],
  [
    'addresses are imported',
    60,
    async () => {
      const world = await newWorld();
      const customers = times(25, () => newCustomer());
      await succeeded(invoke(importRecords, { store_id: world.store.id, customers }));
      const addresses = customers.map(({ id: customer_id }) => importedAddress(world, { customer_id }));
      return () => succeeded(importAddresses(world, addresses));
    },
  ],
];

test.each(fullest)(
  'DynamoDB accepts every transaction if %s, and the largest has %i items or more',
  async (_, fewest, prepare) => {
    withUsualBatches();
    const work = await prepare();
    let largest = 0;
    await withOnCall(
      dynamodb,
      ({ input }, next) => {
        largest = Math.max(largest, input.TransactItems?.length ?? 0);
        return next();
      },
      work,
    );

    expect(largest).toBeGreaterThanOrEqual(fewest);
  },
);
