/** A year of random trade with gift cards and store credit, by the API and the functions. */
import fc from 'fast-check';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { recordOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { reasons } from '../../../lib/resources/store-credits/fields.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { invoke } from '../invoke.ts';
import { hold, lineOf, orderOf } from './checkout.ts';
import { atTime } from './clock.ts';
import { holdCredit } from './credit-checkout.ts';
import { newCards } from './gift-cards.ts';
import { importCards, importCredits, importedCard, importedCredit } from './move-in.ts';
import { creditsOf } from './store-credits.ts';
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
    'grant',
    'grant',
    'import credit',
    'adjust credit',
    'pay with credit',
    'refund to credit',
    'disable credit',
    'enable credit',
    'extend credit',
    'extend credit',
    'extend credit',
  ),
  amount: fc.integer({ min: 1, max: 900 }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The steps of 2024. */
export const yearOfTrade = fc.array(step, { minLength: 40, maxLength: 60 });

/** A new store after a year of trade. No step is at midnight. */
export async function playYear(steps: readonly Step[], currency = 'USD'): Promise<World> {
  const { world, issue, adjust, disable, enable, update } = await newCards(currency);
  const store_id = world.store.id;
  const credits = creditsOf(world, world.customers[0].id);
  const spendable: { id: string; code: string }[] = [];
  const orders: string[] = [];
  const record = async (order: ReturnType<typeof orderOf>) => {
    const { errorType } = await invoke(recordOrder, { store_id, order });
    if (errorType === undefined) orders.push(order.id);
  };
  const idAt = async (index: number, { listIssued }: Pick<typeof giftCards, 'listIssued'> = giftCards) => {
    const ids = (await listIssued(store_id, { limit: 100 })).toReversed();
    return ids[index % Math.max(1, ids.length)] ?? 'gcd_none';
  };
  const creditAt = (index: number) => idAt(index, storeCredits);
  const refundLast = async (fields: object) => {
    const order_id = orders.pop();
    if (order_id) await invoke(refundOrder, { store_id, order_id, refund_id: order_id, amount: 2333, ...fields });
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
    refund: () => refundLast({}),
    disable: async ({ card }) => disable(await idAt(card)),
    enable: async ({ card }) => enable(await idAt(card)),
    extend: async ({ card, amount }) =>
      update(await idAt(card), { expires_at: amount % 5 ? inDays(amount % 60) : null }),
    grant: ({ amount }) =>
      credits.create({
        value: amount * 10,
        reason: reasons[amount % reasons.length],
        expires_at: amount % 2 ? inDays(amount % 60) : null,
      }),
    'import credit': ({ amount }) =>
      importCredits(world, [importedCredit(world, { value: amount, expires_at: inDays((amount % 60) - 20) })]),
    'adjust credit': async ({ card, amount }) =>
      credits.adjust(await creditAt(card), { amount: amount % 3 ? amount : -amount }),
    'pay with credit': async ({ amount }) => {
      const checkout_id = newId('order');
      const held = await holdCredit(world, { checkout_id, amount });
      if (held.errorType === undefined) await record(orderOf(world, { checkout_id }));
    },
    'refund to credit': () => refundLast({ to: 'store_credit' }),
    'disable credit': async ({ card }) => credits.disable(await creditAt(card)),
    'enable credit': async ({ card }) => credits.enable(await creditAt(card)),
    'extend credit': async ({ card, amount }) =>
      credits.update(await creditAt(card), { expires_at: amount % 5 ? inDays(amount % 60) : null }),
  };
  let day = Date.parse('2024-01-05T00:00:00Z');
  for (const each of steps) {
    day += each.days * 86_400_000;
    await atTime(toTimestamp(day + each.second * 1000), () => deeds[each.kind](each));
  }
  return world;
}
