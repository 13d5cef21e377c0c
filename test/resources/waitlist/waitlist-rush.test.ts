/** Many shoppers at once for one product: none is refused, and every count is always exact. */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { WaitlistWork } from '../../../lib/queue/send.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { rush } from '../../support/aws/rush.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { importEntries, importedEntry } from '../../support/world/move-in.ts';
import { count, join, leave, list } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

const shoppers = 120;

const addresses = Array.from({ length: shoppers }, (_, index) => `shopper${index}@example.com`);

async function reconcile({ store }: World, product_id: string): Promise<void> {
  const work: WaitlistWork = { work: 'reconcile', store_id: store.id, product_id };
  const Records = [{ messageId: '1', body: JSON.stringify(work) } as never];
  expect(await workOnWaitlist({ Records })).toEqual({ batchItemFailures: [] });
}

const entriesOf = async ({ store }: World) =>
  (await entitiesOf(store.id)).filter(({ sk, left_at }) => String(sk).startsWith('ENTRY#') && left_at === undefined);

test(`${shoppers} join and half of them leave at once: none fails, and count, entries and ranking agree`, {
  tags: 'long',
}, async () => {
  const world = await newWorld();
  const [product] = world.products;

  const conflicts = await rush(addresses.map((address) => () => join(world, product, address)));
  expect(conflicts).toBeGreaterThan(shoppers);
  expect(await entriesOf(world)).toHaveLength(shoppers);
  expect(await count(world, product)).toBe(shoppers);

  const leaving = addresses.slice(shoppers / 2);
  await rush(leaving.map((address) => () => leave(world, product, address)));
  expect(await entriesOf(world)).toHaveLength(shoppers / 2);
  expect(await count(world, product)).toBe(shoppers / 2);

  await reconcile(world, product.id);
  expect((await list(world)).body.data).toMatchObject([{ id: product.id, waiting_count: shoppers / 2 }]);
  expect(await count(world, product)).toBe(shoppers / 2);
});

test('shoppers imported in a rush are counted, also in the ranking', async () => {
  const world = await newWorld();
  const callOf = (call: number) => () =>
    importEntries(
      world,
      Array.from({ length: 10 }, (_, index) => importedEntry(world, { email: `shopper${call}.${index}@example.com` })),
    );

  await rush([1, 2, 3, 4, 5, 6].map(callOf));

  expect(await count(world, world.products[0])).toBe(60);
  await reconcile(world, world.products[0].id);
  expect((await list(world)).body.data).toMatchObject([{ waiting_count: 60 }]);
});

test('the count is read with the key and its store, three read units, until a rush, and one round trip in a warm function ever after', async () => {
  withUsualBatches();
  const world = await newWorld();
  const [product] = world.products;
  await join(world, product, 'ada@example.com');
  await list(world);
  const reading = () => watch(() => count(world, product));

  const { calls, roundTrips } = await reading();
  // Beside them the request is counted.
  expect(calls.filter(({ command }) => /^(?:Get|BatchGet|Query)/.test(command))).toMatchObject([{ capacity: 3 }]);
  expect(roundTrips).toBe(1);

  await rush(addresses.slice(0, 50).map((address) => () => join(world, product, address)));
  expect(await reading()).toMatchObject({ result: 51 });
  expect(await reading()).toMatchObject({ result: 51, roundTrips: 1 });
});

test.each([
  ['who leaves', (world: World) => leave(world, world.products[0], world.customers[0].email)],
  [
    'who is deleted',
    (world: World) =>
      succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id })),
  ],
])('a customer %s in a rush waits no longer, and count and ranking know', async (_, end) => {
  const world = await newWorld();
  const [product] = world.products;
  const [{ email }] = world.customers;
  await join(world, product, email);
  await rush(addresses.slice(0, 40).map((address) => () => join(world, product, address)));

  // In a function that knows nothing of the rush, and loses to others again and again.
  forgetAll();
  around(
    ({ by, command, input }) => by === 'end' && command.startsWith('TransactWrite') && counts(input, product),
    async (_, { input }) => {
      const CancellationReasons = input.TransactItems.map(() => ({ Code: 'TransactionConflict' }));
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {}, CancellationReasons });
    },
    { times: 6 },
  );
  await as<unknown>('end', () => end(world));

  expect(await count(world, product)).toBe(40);
  await reconcile(world, product.id);
  expect((await list(world)).body.data).toMatchObject([{ id: product.id, waiting_count: 40 }]);
});

const counts = ({ TransactItems = [] }: TransactWriteCommandInput, { id }: { id: string }): boolean =>
  TransactItems.some(({ Update }) => String(Update?.Key?.pk).includes(id));
