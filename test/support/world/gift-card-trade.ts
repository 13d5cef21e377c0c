/** A year of random trade with gift cards, by the API and the functions. */
import fc from 'fast-check';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { recordOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { invoke } from '../invoke.ts';
import { hold, lineOf, orderOf } from './checkout.ts';
import { atTime } from './clock.ts';
import { newCards } from './gift-cards.ts';
import { importCards, importedCard } from './move-in.ts';
import type { World } from './world.ts';

/** A step of a year's trade, some days after the one before. */
const step = fc.record({
  days: fc.integer({ min: 0, max: 25 }),
  second: fc.constantFrom(1, 40_000, 86_399),
  card: fc.nat(4),
  kind: fc.constantFrom(
    'issue',
    'sell',
    'import',
    'adjust',
    'spend',
    'refund',
    'disable',
    'enable',
    'extend',
    'extend',
  ),
  amount: fc.integer({ min: 1, max: 900 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The steps of 2024. */
export const yearOfTrade = fc.array(step, { minLength: 25, maxLength: 45 });

/** A new store after a year of trade. No step is at midnight. */
export async function playYear(steps: readonly Step[], currency = 'USD'): Promise<World> {
  const { world, issue, adjust, disable, enable, update } = await newCards(currency);
  const store_id = world.store.id;
  const spendable: { id: string; code: string }[] = [];
  const orders: string[] = [];
  const record = async (order: ReturnType<typeof orderOf>) => {
    const { errorType } = await invoke(recordOrder, { store_id, order });
    if (errorType === undefined) orders.push(order.id);
  };
  const idAt = async (index: number) => {
    const ids = (await giftCards.listIssued(store_id, { limit: 100 })).toReversed();
    return ids[index % Math.max(1, ids.length)] ?? 'gcd_none';
  };
  const inDays = (days: number) => toTimestamp((Math.floor(Date.now() / 86_400_000) + days) * 86_400_000);
  const deeds: Record<Step['kind'], (step: Step) => Promise<unknown>> = {
    issue: async ({ amount }) => {
      const expires_at = amount % 2 ? inDays(amount % 60) : null;
      const { body, status } = await issue({ value: amount * 10, expires_at });
      if (status === 201) spendable.push(body);
    },
    sell: ({ amount }) => record(orderOf(world, { lines: [lineOf(world.products[2], { unit_price: amount })] })),
    import: ({ amount }) =>
      importCards(world, [
        importedCard({
          currency,
          balance: amount,
          initial_value: 1000,
          created_at: undefined,
          expires_at: inDays((amount % 60) - 20),
        }),
      ]),
    adjust: async ({ card, amount }) => adjust(await idAt(card), { amount: amount % 3 ? amount : -amount }),
    spend: async ({ card, amount }) => {
      const code = spendable[card % Math.max(1, spendable.length)]?.code ?? '';
      const checkout_id = newId('order');
      const held = await hold(world, code, { checkout_id, amount });
      if (held.errorType === undefined) await record(orderOf(world, { checkout_id }));
    },
    refund: async () => {
      const order_id = orders.pop();
      if (order_id) await invoke(refundOrder, { store_id, order_id, refund_id: order_id, amount: 2333 });
    },
    disable: async ({ card }) => disable(await idAt(card)),
    enable: async ({ card }) => enable(await idAt(card)),
    extend: async ({ card, amount }) =>
      update(await idAt(card), { expires_at: amount % 5 ? inDays(amount % 60) : null }),
  };
  let day = Date.parse('2024-01-05T00:00:00Z');
  for (const each of steps) {
    day += each.days * 86_400_000;
    await atTime(toTimestamp(day + each.second * 1000), () => deeds[each.kind](each));
  }
  return world;
}
