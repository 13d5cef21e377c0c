/** No shopper waits for a variant that its product no longer has, even one who joins while it goes. */
import { expect, test, vi } from 'vitest';
import { noRating } from '../../../lib/resources/reviews/rules.ts';
import { joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { shopperOf } from '../../../lib/resources/waitlist/records.ts';
import { allParts, counterFor } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import * as items from '../../../lib/table/items.ts';
import { type Key, keys } from '../../../lib/table/keys.ts';
import { filledIn } from '../../support/aws/expressions.ts';
import { as, before, beforeReadOf, transactionsOf } from '../../support/aws/interleave.ts';
import { batchOf, queuedWork } from '../../support/aws/queued-messages.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { count, importProducts, join, leave, names, shopper } from '../../support/world/waitlist.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

const variantsOf = ({ products: [{ variants }] }: World) => {
  const [small, large] = variants;
  if (!small || !large) throw new Error('The product has two variants');
  return { small, large };
};

/** Imports the product with these variants. */
const withVariants = (world: World, ...variants: World['products'][0]['variants']) =>
  importProducts(world, { ...world.products[0], variants });

/** Does what has been queued for the store, until nothing is queued any more. */
async function workOff({ store }: World): Promise<void> {
  for (let from = 0; from < queuedWork.length; ) {
    const bodies = queuedWork.slice(from).filter((body) => body.includes(store.id));
    from = queuedWork.length;
    if (bodies.length > 0)
      expect(await workOnWaitlist(batchOf([...new Set(bodies)]))).toEqual({ batchItemFailures: [] });
  }
}

/** A product that counts aside, as in a rush, which does not end before the test does. */
async function openToRush(world: World): Promise<void> {
  const [product] = world.products;
  setClock(new Date().toISOString());
  countAside(world);
  for (let index = 0; index < 20; index += 1) await join(world, product, `early${index}@example.com`);
}

/** From here on functions count aside, and none relies on a reconciliation that is queued already. */
async function countInShard(world: World): Promise<void> {
  await openToRush(world);
  forgetAll();
  countAside(world);
}

/** Loses so many attempts on the product that functions count aside for a second. */
function countAside({ store, products: [product] }: World): void {
  counterFor(store.id, { ...product, ...noRating, ranking: 0, waiting_aside: 0 }, 3);
}

const countOnProduct = (world: World) => join(world, world.products[0], 'early0@example.com');

test('those who wait for a variant that is gone count no more; the others do', async () => {
  const world = await newWorld();
  const [product] = world.products;
  const { small, large } = variantsOf(world);
  for (const email of ['ada@example.com', 'grace@example.com']) await join(world, product, email, small);
  await join(world, product, 'ada@example.com', large);

  await withVariants(world, large);
  await workOff(world);

  expect(await count(world, product)).toBe(1);
  await withVariants(world);
  await workOff(world);
  expect(await count(world, product)).toBe(0);
  expect(await names(world)).toEqual([]);
});

test('shoppers counted separately in a rush count no more either', async () => {
  const world = await newWorld();
  const [product] = world.products;
  const { large } = variantsOf(world);
  await openToRush(world);
  expect(await count(world, product)).toBe(20);

  await withVariants(world, large);
  await workOff(world);

  expect(await count(world, product)).toBe(0);
});

/** The counts of a variant on the first product and in its shards. */
async function countsOf({ store, products: [product] }: World, { id }: { id: string }): Promise<number[]> {
  const places = [
    keys.product(store.id, product.id),
    ...allParts.map((part) => keys.countInShard(store.id, product.id, part)),
  ];
  const found = await items.findMany<Readonly<Record<string, unknown>>>(places, items.rawItem);
  return found.map((item) => item?.[`waiting_${id}`]).filter((count) => typeof count === 'number');
}

test.each([
  ['on the product', countOnProduct],
  ['aside', countInShard],
])('the product and its shards keep no count of a variant that is gone, with any count %s', async (_, begin) => {
  const world = await newWorld();
  const [product] = world.products;
  const { small, large } = variantsOf(world);
  await begin(world);
  await join(world, product, 'ada@example.com', large);
  await leave(world, product, 'ada@example.com', large);
  expect(await countsOf(world, small)).not.toEqual([]);

  await withVariants(world, large);
  await workOff(world);

  expect(await countsOf(world, small)).toEqual([]);
  expect(await countsOf(world, large)).not.toEqual([]);
  expect(await count(world, product)).toBe(0);
});

test.each([
  ['on the product', countOnProduct],
  ['aside', countInShard],
])('a shopper who joins a variant that comes back is counted, with any count %s', async (_, begin) => {
  const world = await newWorld();
  const [product] = world.products;
  const { small, large } = variantsOf(world);
  await begin(world);
  await withVariants(world, large);
  const comeBack = vi.fn(async () => {
    await withVariants(world, large, small);
    await join(world, product, 'ada@example.com', small);
  });
  beforeForgetting(small, comeBack);

  await as('forgetting', () => workOff(world));

  expect(comeBack).toHaveBeenCalledOnce();
  expect((await countsOf(world, small)).reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await count(world, product)).toBe(1);
});

test.each([
  ['on the product', countOnProduct],
  ['aside', countInShard],
])('a shopper who joins %s after reading a variant that is gone by the commit is refused', async (_, begin) => {
  const world = await newWorld();
  const [product] = world.products;
  const { small, large } = variantsOf(world);
  await begin(world);
  before(transactionsOf('joining'), async () => {
    await withVariants(world, large);
    await workOff(world);
  });

  const joining = await as('joining', () => invoke(joinWaitlist, shopper(world, product, 'late@example.com', small)));

  expect(joining).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await count(world, product)).toBe(0);
});

test.each([
  ['on the product', countOnProduct],
  ['aside', countInShard],
])('a shopper who joins again after a variant has come back is kept, with any count %s', async (_, begin) => {
  const world = await newWorld();
  const [product] = world.products;
  const { small, large } = variantsOf(world);
  await begin(world);
  await withVariants(world, large);
  beforeDropping('early0@example.com', async () => {
    await leave(world, product, 'early0@example.com');
    await withVariants(world, large, small);
    await join(world, product, 'early0@example.com', small);
  });

  await as('dropping', () => workOff(world));
  if (begin === countInShard) expect(queuedWork.some((body) => isReconciliation(body, world))).toBe(true);

  const waiting = await count(world, product);
  expect(waiting).toBeGreaterThan(0);
  await leave(world, product, 'early0@example.com');
  expect(await count(world, product)).toBe(waiting - 1);
});

test.each([
  ['on the product', countOnProduct],
  ['aside', countInShard],
])('a shopper is kept if the variant comes back by the commit, with any count %s', async (_, begin) => {
  const world = await newWorld();
  const [product] = world.products;
  const { small, large } = variantsOf(world);
  await begin(world);
  await withVariants(world, large);
  const comeBack = vi.fn(() => withVariants(world, large, small));
  beforeDropping('early0@example.com', comeBack);

  await as('dropping', () => workOff(world));

  expect(comeBack).toHaveBeenCalledOnce();
  const waiting = await count(world, product);
  await leave(world, product, 'early0@example.com');
  expect(await count(world, product)).toBe(waiting - 1);
});

/** Does some work, once, right before the next update of an item reaches the table. */
const beforeWriteOf = ({ pk, sk }: Key, work: () => Promise<unknown>): void =>
  before(
    ({ command, input: { TransactItems = [] } }) =>
      command.startsWith('TransactWrite') &&
      TransactItems.some(({ Update }: { Update?: { Key: Key } }) => Update?.Key.pk === pk && Update.Key.sk === sk),
    work,
  );

test.each([
  ['before it reads the part', beforeReadOf],
  ['before it writes the part', beforeWriteOf],
])(
  'a part stays at the latest change of the variants where work on an earlier one is overtaken %s',
  async (_, overtake) => {
    const world = await newWorld();
    const [product] = world.products;
    const { small, large } = variantsOf(world);
    await openToRush(world);
    await withVariants(world, large);
    overtake(keys.countInShard(world.store.id, product.id, 1), async () => {
      await withVariants(world, small);
      await workOff(world);
    });

    await workOff(world);

    const parts = await Promise.all(
      allParts.map((part) => items.find(keys.countInShard(world.store.id, product.id, part), items.rawItem)),
    );
    expect(parts).toEqual(allParts.map(() => expect.objectContaining({ variants_round: 2 })));
  },
);

type Puts = { TransactItems?: { Put?: { Item: Key & { left_at?: number } } }[] };

const removes = ({ TransactItems = [] }: Puts, email: string): boolean =>
  TransactItems.some(({ Put }) => Put?.Item.left_at !== undefined && Put.Item.sk.endsWith(shopperOf(email)));

/** Does some work between the decision to drop a shopper and its commit. */
const beforeDropping = (email: string, work: () => Promise<unknown>) =>
  before(
    ({ by, command, input }) => by === 'dropping' && command.startsWith('TransactWrite') && removes(input, email),
    work,
  );

type Removals = {
  TransactItems?: { Update?: { UpdateExpression: string; ExpressionAttributeNames: Record<string, string> } }[];
};

/** Does some work between the decision to remove the counts of a variant and its commit. */
const beforeForgetting = ({ id }: { id: string }, work: () => Promise<unknown>) =>
  before(
    ({ by, command, input: { TransactItems = [] } }: { by?: string; command: string; input: Removals }) =>
      by === 'forgetting' &&
      command.startsWith('TransactWrite') &&
      TransactItems.some(
        ({ Update }) => Update && filledIn(Update.UpdateExpression, Update)?.includes(`REMOVE waiting_${id}`),
      ),
    work,
  );

const isReconciliation = (body: string, { store }: World): boolean =>
  body.includes('"reconcile"') && body.includes(store.id);
