import { expect, test } from 'vitest';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { balanceOf, issued } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newWorld } from '../../support/world/world.ts';

test("goes to the buyer's card first, and its shares of tax add up", async () => {
  const world = await newWorld();
  const { code, id } = await issued(world, { value: 1000 });
  await hold(world, code);
  const order = orderOf(world, { checkout_id: 'checkout' });
  await record(world, order);
  const refund = (refund_id: string, amount: number) =>
    invoke(refundOrder, { store_id: world.store.id, order_id: order.id, refund_id, amount });

  const refunds = [await refund('one', 1000), await refund('two', 1000), await refund('three', 333)];

  expect(refunds[0]).toEqual({ refund_id: 'one', to_card: 1000, to_gift_card: 0, tax: 143, order_id: order.id });
  expect(refunds[1]).toMatchObject({ to_card: 333, to_gift_card: 667 });
  expect(refunds.reduce((sum, { tax }) => sum + Number(tax), 0)).toBe(333);
  expect(await refund('one', 1000)).toEqual(refunds[0]);
  expect(await refund('one', 999)).toMatchObject({ errorType: 'DUPLICATE' });
  expect(await refund('four', 1)).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await balanceOf(world, id)).toBe(1000);
  await expectLedgerProven(world);
});

test('answers a twin the same, which refunds while the order is being read', async () => {
  const world = await newWorld();
  const order = orderOf(world);
  await record(world, order);
  const refund = () =>
    invoke(refundOrder, { store_id: world.store.id, order_id: order.id, refund_id: 'one', amount: 2000 });
  const twins: unknown[] = [];
  beforeReadOf(keys.order(world.store.id, order.id), async () => twins.push(await refund()));

  twins.push(await refund());

  expect(twins[0]).toMatchObject({ refund_id: 'one', to_card: 2000 });
  expect(twins[1]).toEqual(twins[0]);
});
