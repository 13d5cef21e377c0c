import { expect, test } from 'vitest';
import { getRestock } from '../../../lib/resources/waitlist/functions.ts';
import { allParts } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { invoke } from '../../support/invoke.ts';
import { count, join, notify, restock, variantOf } from '../../support/world/restocks.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const progress = ({ store }: World, restock_id: string) => invoke(getRestock, { store_id: store.id, restock_id });

test('sees how far a restock has come, in one round trip', async () => {
  const world = await newWorld();
  await Promise.all(Array.from({ length: 40 }, (_, index) => join(world, `shopper${index}@example.com`)));
  await restock(world, 'one');
  const { store_id: _, ...variant } = variantOf(world);
  const begun = { restock_id: 'one', ...variant, created_at: expect.any(String), notifying: 40 };
  expect(await progress(world, 'one')).toEqual({ ...begun, notified: 0, done: false, finished_at: null });

  await notify(world, 'one', allParts.slice(0, 8));
  const halfway = await progress(world, 'one');
  expect(halfway).toMatchObject({ ...begun, done: false, finished_at: null });
  expect(halfway.notified).toBe(40 - (await count(world)));

  await notify(world, 'one', allParts.slice(8));
  const { result, roundTrips, capacity } = await watch(() => progress(world, 'one'));
  expect(result).toEqual({
    ...begun,
    notified: 40,
    done: true,
    finished_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(roundTrips).toBe(1);
  expect(capacity).toBe(2);
});

test('sees that a restock nobody waited for is done', async () => {
  const world = await newWorld();
  await restock(world, 'one');
  await notify(world, 'one');

  expect(await progress(world, 'one')).toMatchObject({ notifying: 0, notified: 0, done: true });
});

test("is refused a restock that is not there, or that is another store's", async () => {
  const [world, other] = [await newWorld(), await newWorld()];
  await restock(other, 'theirs');

  for (const restock_id of ['none', 'theirs']) {
    expect(await progress(world, restock_id)).toEqual({
      errorType: 'NOT_FOUND',
      errorMessage: 'Resource not found',
    });
  }
  expect(await progress(world, '')).toMatchObject({ errorType: 'MISSING_FIELD' });
});
