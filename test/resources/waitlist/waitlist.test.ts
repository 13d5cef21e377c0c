import { expect, test } from 'vitest';
import { joinWaitlist, leaveWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import { invoke } from '../../support/invoke.ts';
import { count, join, leave, shopper } from '../../support/world/waitlist.ts';
import { newProduct, newWorld } from '../../support/world/world.ts';

test('an address counts once for a variant, in any letter case', async () => {
  const world = await newWorld();
  const [product] = world.products;

  const replies = [await join(world, product, 'ada@example.com'), await join(world, product, 'ADA@Example.com')];

  const [variant] = product.variants;
  expect(replies).toEqual(Array(2).fill({ product_id: product.id, variant_id: variant?.id, waiting: true }));
  expect(await count(world, product)).toBe(1);
});

test('NOT_FOUND for an unknown product, and for a variant of another product', async () => {
  const world = await newWorld();
  const [product, other] = world.products;
  const unknown = newProduct();

  for (const handler of [joinWaitlist, leaveWaitlist]) {
    expect(await invoke(handler, shopper(world, unknown, 'ada@example.com'))).toMatchObject({
      errorType: 'NOT_FOUND',
    });
    expect(await invoke(handler, shopper(world, product, 'ada@example.com', other.variants[0]))).toMatchObject({
      errorType: 'NOT_FOUND',
      errorMessage: 'Resource not found',
    });
  }
});

test.each(['de_DE', 'd', '', 7])('the locale %j is refused, and no entry is made', async (locale) => {
  const world = await newWorld();
  const [product] = world.products;

  expect(await invoke(joinWaitlist, { ...shopper(world, product, 'ada@example.com'), locale })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'locale must be a BCP 47 language tag',
  });
  expect(await count(world, product)).toBe(0);
});

test.each([
  [undefined, 'MISSING_FIELD', 'email is required'],
  ['', 'MISSING_FIELD', 'email is required'],
  ['ada', 'INVALID_FIELD', 'email must be an email address'],
  ['ada @example.com', 'INVALID_FIELD', 'email must be an email address'],
  // No email is sent to these: their shoppers would wait for nothing.
  ['ada@localhost', 'INVALID_FIELD', 'email must be an email address'],
  ['ada,grace@example.com', 'INVALID_FIELD', 'email must be an email address'],
  [`${'a'.repeat(320)}@example.com`, 'INVALID_FIELD', 'email must be an email address'],
])('the address %j is %s', async (email, errorType, errorMessage) => {
  const world = await newWorld();
  const [product] = world.products;

  const refusal = await invoke(joinWaitlist, { ...shopper(world, product, ''), email });

  expect(refusal).toEqual({ errorType, errorMessage });
});

test('a site that is not there is NOT_FOUND', async () => {
  const world = await newWorld();
  const payload = { ...shopper(world, world.products[0], 'ada@example.com'), site_id: 'sit_none' };

  expect(await invoke(joinWaitlist, payload)).toEqual({ errorType: 'NOT_FOUND', errorMessage: 'Resource not found' });
  expect(await count(world, world.products[0])).toBe(0);
});

test('leaving, in any letter case and twice, takes the address out of the count once', async () => {
  const world = await newWorld();
  const [product] = world.products;
  await join(world, product, 'ada@example.com');
  await join(world, product, 'grace@example.com');

  const replies = [await leave(world, product, 'Ada@example.com'), await leave(world, product, 'ada@EXAMPLE.com')];

  expect(replies[1]).toEqual({ product_id: product.id, variant_id: product.variants[0]?.id, waiting: false });
  expect(await count(world, product)).toBe(1);
});
