/**
 * The function of a refund of 1,500 gift cards dies ten times: each card is taken back once, by one entry, and the money moves once. If a card
 * is spent, the refund is refused, and all other cards stay as they were.
 */
import { expect, test } from 'vitest';
import { getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import { getOrder, refundOrder } from '../../lib/resources/orders/functions.ts';
import { dynamodb } from '../../lib/table/client.ts';
import { withOnCall } from '../support/aws/on-call.ts';
import { queuedMails } from '../support/aws/queued-messages.ts';
import { entitiesOf, isolateTables } from '../support/aws/table-contents.ts';
import { invoke } from '../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../support/world/checkout.ts';
import { newWorld, succeeded } from '../support/world/world.ts';

isolateTables('suite');

// An order has 10,000 at most, which take 20 times as long.
const units = 1500;
const price = 100;
const deaths = 10;

test('a refund of 1,500 gift cards takes back each card once, even if the function dies ten times', {
  timeout: 1_800_000,
}, async () => {
  const world = await newWorld();
  const store_id = world.store.id;
  const order = orderOf(world, { lines: [lineOf(world.products[2], { quantity: units, unit_price: price })] });
  await succeeded(record(world, order));
  const refund = (fields: object) => invoke(refundOrder, { store_id, order_id: order.id, ...fields });
  const mails = queuedMails.map((body): { code: string } => JSON.parse(body));
  const code = mails.at(-1)?.code ?? '';
  await succeeded(hold(world, code, { checkout_id: 'checkout', amount: 1 }));
  await succeeded(
    record(world, orderOf(world, { lines: [lineOf(world.products[0], { unit_price: 1 })], checkout_id: 'checkout' })),
  );

  expect(await refund({ refund_id: 'whole', amount: units * price })).toMatchObject({ errorType: 'INVALID_FIELD' });
  const before = (await entitiesOf(store_id)).filter(({ sk }) => sk === 'GIFTCARD');
  expect(before.filter(({ holds, balance }) => (holds as object[]).length > 0 || Number(balance) < price - 1)).toEqual(
    [],
  );

  const rest = { refund_id: 'rest', lines: [{ line: 0, quantity: units - 1 }] };
  for (let death = 1; death <= deaths; death += 1) {
    let calls = 0;
    const dying = withOnCall(
      dynamodb,
      (_, next) => {
        calls += 1;
        if (calls > death * 5) throw new Error('The function has died');
        return next();
      },
      () => refund(rest),
    );
    expect(await dying).toMatchObject({ errorType: 'INTERNAL_ERROR' });
  }
  const made = await refund(rest);

  expect(made).toMatchObject({ to_card: (units - 1) * price });
  expect(await refund(rest)).toEqual(made);
  const items = await entitiesOf(store_id);
  const taken = items.filter(({ sk, type }) => String(sk).startsWith('TRANSACTION#') && type === 'adjusted');
  expect(taken.map(({ amount, order_id }) => [amount, order_id])).toEqual(
    Array.from({ length: units - 1 }, () => [-price, order.id]),
  );
  expect(new Set(taken.map(({ pk }) => pk)).size).toBe(units - 1);
  expect(items.filter(({ sk, balance }) => sk === 'GIFTCARD' && Number(balance) > 0)).toMatchObject([
    { balance: price - 1 },
  ]);
  expect(await invoke(getGiftCardBalance, { store_id, code })).toMatchObject({ balance: price - 1 });
  const { refunds, refunded } = await succeeded(invoke(getOrder, { store_id, order_id: order.id }));
  expect([refunds.length, refunded]).toEqual([1, (units - 1) * price]);
});
