import { expect, test } from 'vitest';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { call } from '../../support/http/call.ts';
import { hold } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newWorld } from '../../support/world/world.ts';

test('holds as much as is free, whatever way the code is typed', async () => {
  const world = await newWorld();
  const { code, id, last4 } = await issued(world);
  const typed = code.toLowerCase().replaceAll('-', ' ');

  expect(await hold(world, typed)).toEqual({ gift_card_id: id, last4, held: 3000, remainder: 0 });
  expect(await hold(world, code, { checkout_id: 'second' })).toMatchObject({ held: 2000, remainder: 1000 });
  expect(await hold(world, code, { checkout_id: 'third' })).toMatchObject({ held: 0, remainder: 3000 });
  expect(await hold(world, code, { amount: 1000 })).toMatchObject({ held: 1000 });
  expect(await hold(world, code, { checkout_id: 'third', amount: 2500 })).toMatchObject({ held: 2000 });
});

test('tells of an unknown code only that it is unknown', async () => {
  const world = await newWorld();
  const refusals = await Promise.all(['X', 'A'.repeat(28), '7'.repeat(28)].map((code) => hold(world, code)));

  expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
    new Set([JSON.stringify({ errorType: 'NOT_FOUND', errorMessage: 'Resource not found' })]),
  );
});

test('refuses a card that is disabled or in another currency', async () => {
  const world = await newWorld();
  const { code, id } = await issued(world);
  expect(await hold(world, code, { currency: 'EUR' })).toMatchObject({ errorType: 'INVALID_FIELD' });
  await call(contract.disableGiftCard, { path: { gift_card_id: id }, key: world.write });
  expect(await hold(world, code)).toMatchObject({ errorType: 'INVALID_FIELD' });
});

test('frees the card that the checkout held before another', async () => {
  const world = await newWorld();
  const [first, second] = [await issued(world), await issued(world)];
  await hold(world, first.code);
  expect(await hold(world, second.code)).toMatchObject({ gift_card_id: second.id, held: 3000 });

  expect(await hold(world, first.code, { checkout_id: 'second', amount: 5000 })).toMatchObject({ held: 5000 });
});

test('gives forty checkouts at once exactly the balance', async () => {
  const world = await newWorld();
  const { code } = await issued(world);
  const holds = await Promise.all(
    Array.from({ length: 40 }, (_, index) => hold(world, code, { checkout_id: `c${index}`, amount: 300 })),
  );

  expect(holds.filter(({ errorType }) => errorType)).toEqual([]);
  expect(holds.reduce((sum, { held }) => sum + Number(held), 0)).toBe(5000);
  await expectLedgerProven(world);
});
