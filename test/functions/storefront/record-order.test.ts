import { expect, test } from 'vitest';
import * as contract from '../../../lib/contract/api/gift-cards.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { balanceOf, issued } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newWorld } from '../../support/world/world.ts';

test('spends the hold on the total, tax included, even of a card disabled meanwhile', async () => {
  const world = await newWorld();
  const { code, id } = await issued(world);
  await hold(world, code);
  await call(contract.disableGiftCard, { path: { gift_card_id: id }, key: world.write });
  const order = orderOf(world, { checkout_id: 'checkout' });
  const recorded = await record(world, order);

  expect(recorded).toMatchObject({
    tax: 333,
    total: 2333,
    paid_by_gift_card: 2333,
    paid_by_card: 0,
    gift_card_id: id,
  });
  expect(await record(world, order)).toEqual(recorded);
  expect(await record(world, { ...order, shipping: 1 })).toMatchObject({ errorType: 'DUPLICATE' });
  expect(await balanceOf(world, id)).toBe(2667);
  await expectLedgerProven(world);
});

test('refuses a hold that is gone', async () => {
  const world = await newWorld();
  expect(await record(world, orderOf(world, { checkout_id: 'never' }))).toMatchObject({ errorType: 'INVALID_FIELD' });
});

test('finds a hold that moves to another card while it is being read', async () => {
  const world = await newWorld();
  const [first, second] = [await issued(world), await issued(world)];
  await hold(world, first.code);
  beforeReadOf(keys.giftCard(world.store.id, first.id), () => hold(world, second.code));

  const recorded = await record(world, orderOf(world, { checkout_id: 'checkout' }));

  expect(recorded).toMatchObject({ gift_card_id: second.id });
  expect(await balanceOf(world, first.id)).toBe(5000);
  await expectLedgerProven(world);
});
