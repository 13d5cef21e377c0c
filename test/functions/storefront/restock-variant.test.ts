import { expect, test } from 'vitest';
import { restockVariant } from '../../../lib/contract/functions/waitlist.ts';
import { dyingAfterCommit } from '../../support/aws/failing-writes.ts';
import { queuedWork } from '../../support/aws/queued-messages.ts';
import { invoke } from '../../support/invoke.ts';
import { count, join, notify, restock, variantOf } from '../../support/world/restocks.ts';
import { newWorld } from '../../support/world/world.ts';

test('a restock tells how many are waiting for the variant, and they stop being counted', async () => {
  const world = await newWorld();
  await Promise.all(Array.from({ length: 30 }, (_, index) => join(world, `shopper${index}@example.com`)));
  await join(world, 'shopper0@example.com', 1);

  expect(await restock(world, 'delivery 7')).toEqual({
    product_id: world.products[0].id,
    variant_id: world.products[0].variants[0]?.id,
    notifying: 30,
  });
  expect(await count(world)).toBe(31);

  await notify(world, 'delivery 7');
  expect(await count(world)).toBe(1);
});

test('the same restock again notifies nobody and answers the same, whoever joined meanwhile', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');
  const first = await restock(world, 'one');
  await notify(world, 'one');
  await join(world, 'ada@example.com');

  expect(await restock(world, 'one')).toEqual(first);
  await notify(world, 'one');

  expect(await count(world)).toBe(1);
  expect(await restock(world, 'two')).toMatchObject({ notifying: 1 });
});

test('shoppers are notified although the function dies right after its commit', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');

  await dyingAfterCommit(() => restock(world, 'one'));

  expect(queuedWork.filter((body) => body.includes(world.store.id) && body.includes('"notify"'))).not.toEqual([]);
});

test('DUPLICATE where the restock has been of another variant', async () => {
  const world = await newWorld();
  await restock(world, 'one');

  expect(await restock(world, 'one', 1)).toEqual({
    errorType: 'DUPLICATE',
    errorMessage: 'Resource already exists',
  });
});

test('NOT_FOUND for an unknown variant, MISSING_FIELD without a restock_id', async () => {
  const world = await newWorld();

  expect(
    await invoke(restockVariant, { ...variantOf(world), variant_id: 'prv_unknown', restock_id: 'one' }),
  ).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await invoke(restockVariant, variantOf(world))).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: 'restock_id is required',
  });
});

test('a restock_id of characters that no queue takes is one like any other', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');
  const restockId = '\u0001\u007f\u0085\ufffe\uffff"😀';

  expect(await restock(world, restockId)).toMatchObject({ notifying: 1 });
  await notify(world, restockId);

  expect(await count(world)).toBe(0);
});
