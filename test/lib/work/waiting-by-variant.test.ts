/** The migration that counts the waiting shoppers of each variant, as the schedule runs it. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { getProduct } from '../../../lib/resources/catalog/operations.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrate, migrationStates, resumeMigrations } from '../../../lib/work/migrate.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { as, before } from '../../support/aws/interleave.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { later } from '../../support/world/clock.ts';
import { join } from '../../support/world/waitlist.ts';
import { newWorld, type World } from '../../support/world/world.ts';

isolateTables('test');

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const name = 'waiting-by-variant';

const state = async () => (await migrationStates()).find((migration) => migration.name === name);

const updateProduct = ({ store, products: [{ id }] }: World, UpdateExpression: string, values?: { ':one': number }) =>
  changeItem(keys.product(store.id, id), UpdateExpression, values);

/** A world in which a shopper waits for the first product, as an earlier release has counted them. */
async function olderWorld(): Promise<World> {
  const world = await newWorld();
  const [product] = world.products;
  await join(world, product, 'ada@example.com');
  await updateProduct(world, `REMOVE counted_by_variant, waiting_changes, waiting_${product.variants[0]?.id}`);
  return world;
}

const shown = async ({ read: key, products: [{ id }] }: World): Promise<number[]> =>
  (await call(getProduct, { path: { id }, key })).body.variants.map(
    ({ waiting_count }: { waiting_count: number }) => waiting_count,
  );

/** Whether the first product shows its own counts. */
const isCertain = async ({ store, products: [{ id }] }: World) =>
  (await entitiesOf(store.id)).some((item) => item.id === id && item.counted_by_variant === true);

/** Queries of waiting entries by the migration. */
function entriesRead() {
  const read = { queries: 0 };
  onTestFinished(
    onCall(dynamodb, ({ command, input }, next) => {
      if (command.startsWith('Query') && String(input.FilterExpression).includes('joined_at')) read.queries += 1;
      return next();
    }),
  );
  return read;
}

type Updates = { TransactItems?: { Update?: { Key: { pk: string } } }[] };

/** The counts of the first product change before each commit of the migration, until this is stopped. */
function rush(world: World) {
  const state = { isOver: false };
  const { pk } = keys.product(world.store.id, world.products[0].id);
  before(
    ({ by, command, input: { TransactItems = [] } }: { by?: string; command: string; input: Updates }) =>
      by === 'migrating' &&
      command.startsWith('TransactWrite') &&
      TransactItems.some(({ Update }) => Update?.Key.pk === pk),
    async () => {
      if (!state.isOver) await updateProduct(world, 'ADD waiting_changes :one', { ':one': 1 });
    },
    { times: Number.POSITIVE_INFINITY },
  );
  return state;
}

test('a product shows its own counts only after the second run of the migration', { tags: 'long' }, async () => {
  const world = await olderWorld();

  await migrate();
  expect([await isCertain(world), await shown(world)]).toEqual([false, [1, 0]]);

  later(3600);
  await migrate();
  expect([await isCertain(world), await shown(world)]).toEqual([true, [1, 0]]);
});

test('a product that changes during each count is left to the second run after five attempts, and fails there', {
  tags: 'long',
}, async () => {
  const world = await olderWorld();
  const inRush = rush(world);
  const read = entriesRead();
  const logged: string[] = [];
  vi.stubEnv('LOG_LEVEL', 'warn');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(String(line)) > 0);

  await as('migrating', () => migrate());
  expect(await state()).toMatchObject({ failed: 0, done_at: expect.any(String) });
  expect(read.queries).toBe(5 * 16);
  expect(logged.filter((line) => line.includes('changed during each count'))).toHaveLength(1);

  later(3600);
  await as('migrating', () => migrate());
  const { pk, sk } = keys.product(world.store.id, world.products[0].id);
  expect(await state()).toMatchObject({ failed: 1, failures: [{ pk, sk }] });
  expect(read.queries).toBe(2 * 5 * 16);
  expect([await isCertain(world), await shown(world)]).toEqual([false, [1, 0]]);

  inRush.isOver = true;
  await resumeMigrations({}, { again: [name] });
  later(3600);
  await migrate();
  expect(await state()).toMatchObject({ failed: 0 });
  expect([await isCertain(world), await shown(world)]).toEqual([true, [1, 0]]);
});
