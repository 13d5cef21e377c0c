import { expect, test } from 'vitest';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { payOrder } from '../../../lib/resources/orders/functions.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newWorld } from '../../support/world/world.ts';

test('issues a card for each unit once it is paid, however many', async () => {
  const world = await newWorld();
  const product = world.products[2];
  const lines = [{ product_id: product.id, variant_id: product.variants[0]?.id, quantity: 70, unit_price: 1500 }];
  const order = orderOf(world, { status: 'pending', lines });
  await record(world, order);
  const listed = () => call(contract.listGiftCards, { key: world.write, query: { limit: 100 } });
  expect((await listed()).body.data).toEqual([]);

  const pay = { store_id: world.store.id, order_id: order.id };
  expect(await invoke(payOrder, pay)).toMatchObject({ status: 'paid' });
  await invoke(payOrder, pay);

  const { body } = await listed();
  expect(body.data).toHaveLength(70);
  expect(body.data[0]).toMatchObject({ balance: 1500, recipient_email: world.customers[0].email });
  await expectLedgerProven(world);
});
