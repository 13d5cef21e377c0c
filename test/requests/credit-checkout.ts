/** Store credit at checkout: no two checkouts hold or spend the same money, and each payment returns once, together with gift cards. */
import { deleteCustomer } from '../../lib/resources/customers/functions.ts';
import { auditLedger, holdGiftCard, releaseGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import { getGiftCard, listGiftCardTransactions } from '../../lib/resources/gift-cards/operations.ts';
import * as orders from '../../lib/resources/orders/functions.ts';
import {
  getStoreCreditBalance,
  holdStoreCredit,
  releaseStoreCredit,
} from '../../lib/resources/store-credits/functions.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { apply, begin, type Fixture, initial } from '../models/credit-checkout.ts';
import { unexplained } from '../stage/engine/history.ts';
import { first, type Random } from '../stage/engine/random.ts';
import { invocation, type Request, request } from '../stage/engine/requests.ts';
import { type Command, invoked } from '../stage/every-order/command.ts';
import { type SharedFixture, tomorrow } from '../stage/every-order/ground.ts';
import type { Situation } from '../stage/every-order/situations.ts';
import { newStorefrontKey } from '../support/invoke.ts';
import { holdOf, lasting, lineOf, orderOf } from '../support/world/checkout.ts';
import { newWorld } from '../support/world/world.ts';
import { area, type Phase, type Row } from './table.ts';

const total = 900;

const holding = (fixture: Fixture, random: Random, phase: Phase): Request => {
  const { store_id, customer, checkouts } = fixture;
  const { id: checkout } = random.pick([...checkouts]);
  const amount = random.pick([total, 400]);
  const most = random.pick([undefined, 300]);
  return invocation(
    holdStoreCredit,
    { kind: 'hold credit', checkout, amount, most, phase },
    {
      store_id,
      checkout_id: checkout,
      customer_id: customer,
      amount,
      currency: 'USD',
      expires_at: lasting,
      at_most: most,
    },
  );
};

const recording = (fixture: Fixture, random: Random): Request => {
  const { world, store_id, customer, checkouts } = fixture;
  const { id: checkout, order, status } = random.pick([...checkouts]);
  const lines = [lineOf(world.products[0], { unit_price: total })];
  const content = orderOf(world, { id: order, status, lines, checkout_id: checkout, customer_id: customer });
  return invocation(
    orders.recordOrder,
    { kind: 'order', order, checkout, status, total },
    { store_id, order: content },
  );
};

const releasing = (fixture: Fixture, random: Random, of: 'card' | 'credit'): Request => {
  const { id: checkout } = random.pick([...fixture.checkouts]);
  return invocation(
    of === 'card' ? releaseGiftCard : releaseStoreCredit,
    { kind: 'release', checkout, of },
    { store_id: fixture.store_id, checkout_id: checkout },
  );
};

const balanceFor = ({ store_id, customer }: Fixture, checkout: string, phase: Phase): Request =>
  invocation(
    getStoreCreditBalance,
    { kind: 'balance', checkout, phase },
    { store_id, customer_id: customer, checkout_id: checkout },
  );

const readingOrder = ({ store_id }: Fixture, order: string): Request =>
  invocation(orders.getOrder, { kind: 'get order', order }, { store_id, order_id: order });

const rows: readonly Row<Fixture>[] = [
  { of: holdStoreCredit, weight: 16, after: [], roundTrips: 3, ask: holding },
  {
    of: holdGiftCard,
    weight: 12,
    ask(fixture, random) {
      const { world, cards, checkouts } = fixture;
      const { id: card, code } = random.among(cards) ?? {};
      const { id: checkout } = random.pick([...checkouts]);
      const [amount, isAdded] = [random.pick([total, 400]), random.chance(0.7)];
      return invocation(
        holdGiftCard,
        { kind: 'hold card', card, checkout, amount, isAdded },
        holdOf(world, code, { checkout_id: checkout, amount, add: isAdded, shopper: `shopper ${random.below(1e9)}` }),
      );
    },
  },
  {
    of: releaseStoreCredit,
    weight: 4,
    after: [holdStoreCredit],
    own: ['released'],
    ask: (fixture, random) => releasing(fixture, random, 'credit'),
  },
  { of: releaseGiftCard, weight: 3, ask: (fixture, random) => releasing(fixture, random, 'card') },
  {
    of: getStoreCreditBalance,
    weight: 6,
    after: [holdStoreCredit],
    ask: (fixture, random, phase) => balanceFor(fixture, random.pick([...fixture.checkouts]).id, phase),
  },
  { of: orders.recordOrder, weight: 12, ask: recording },
  {
    of: orders.refundOrder,
    weight: 16,
    ask({ store_id, checkouts }, random, phase) {
      const { order } = random.pick([...checkouts]);
      const to = random.chance(0.3) ? 'store_credit' : undefined;
      const refund = `${order} ${random.below(2)}`;
      return invocation(
        orders.refundOrder,
        { kind: 'refund', order, refund, amount: 400, to, phase },
        { store_id, order_id: order, refund_id: refund, amount: 400, to },
      );
    },
  },
  {
    of: orders.cancelOrder,
    weight: 6,
    ask({ store_id, checkouts }, random, phase) {
      const { order } = random.pick([...checkouts]);
      return invocation(orders.cancelOrder, { kind: 'cancel', order, phase }, { store_id, order_id: order });
    },
  },
  {
    of: deleteCustomer,
    weight: 2,
    ask: ({ store_id, customer, deleted }) =>
      invocation(
        deleteCustomer,
        { kind: 'delete customer', isBuyer: deleted === customer },
        { store_id, customer_id: deleted },
      ),
  },
];

const audits = ['gcd', 'scr', 'ord'].map((prefix) => `${prefix}_${'z'.repeat(64)}`);

export const creditCheckout = area<Fixture>({
  name: 'store credit at checkout',
  // Reports and lists of the store's other areas do not know these accounts.
  async begin(_, random) {
    const world = await newWorld();
    // A key that a client makes while AWS fails would be lost for all.
    await newStorefrontKey(world.store.id);
    return begin(world, () => newId('order'), random);
  },
  settle: (world) => begin(world, () => newId('order'), first),
  rows,
  judge: (fixture, history) => unexplained(initial(fixture), history, apply),
  last: (fixture) => [
    () => [
      balanceFor(fixture, 'none', 3),
      ...fixture.checkouts.map(({ order }) => readingOrder(fixture, order)),
      ...fixture.cards.flatMap(({ id: card }) => {
        const at = { key: fixture.key, path: { gift_card_id: card } };
        return [
          request(getGiftCard, { kind: 'card', card }, at),
          request(listGiftCardTransactions, { kind: 'transactions', card }, { ...at, query: { limit: 100 } }),
        ];
      }),
      ...audits.map((after) => invocation(auditLedger, { kind: 'audit' }, { store_id: fixture.store_id, after })),
    ],
  ],
});

const onCredit: { in: readonly Situation[] } = { in: ['store credit'] };

const asked = (ground: SharedFixture, which: 0 | 1) => ({
  ...{ checkout_id: 'checkout-credit', customer_id: ground.ada.id, amount: 400 + which },
  ...{ currency: 'USD', expires_at: tomorrow },
});

const refundOf = (which: 0 | 1, refund_id = 'refund') => ({ order_id: 'ord_credit', refund_id, amount: 250 + which });

/** What two clients ask of the same credits at once. */
export const commands: readonly Command[] = [
  invoked(getStoreCreditBalance, ({ ada }) => ({ customer_id: ada.id, checkout_id: 'checkout-credit' }), onCredit),
  invoked(holdStoreCredit, asked, onCredit),
  invoked(holdStoreCredit, (ground, which) => ({ ...asked(ground, which), checkout_id: `checkout-${which}` }), {
    ...onCredit,
    asked: 'for another checkout',
  }),
  invoked(releaseStoreCredit, () => ({ checkout_id: 'checkout-credit' }), onCredit),
  invoked(releaseGiftCard, () => ({ checkout_id: 'checkout-credit' }), { ...onCredit, asked: 'beside store credit' }),
  invoked(
    holdGiftCard,
    ({ otherCard }, which) => ({
      ...{ checkout_id: 'checkout-credit', code: otherCard.code, amount: 450 + which, add: which === 0 },
      ...{ currency: 'USD', expires_at: tomorrow },
    }),
    { ...onCredit, asked: 'beside store credit' },
  ),
  invoked(
    orders.recordOrder,
    ({ order, ada, line }, which) => ({
      order: {
        ...{ ...order, id: 'ord_new', customer_id: ada.id, checkout_id: 'checkout-credit' },
        lines: [{ ...line, unit_price: 300 + which }],
      },
    }),
    { ...onCredit, asked: 'by store credit' },
  ),
  invoked(orders.refundOrder, (_, which) => refundOf(which, `refund-${which}`), {
    ...onCredit,
    asked: 'by store credit',
  }),
  invoked(orders.refundOrder, (_, which) => ({ ...refundOf(which), to: 'store_credit' }), {
    ...onCredit,
    asked: 'to store credit',
  }),
  invoked(orders.cancelOrder, () => ({ order_id: 'ord_creditpending' }), { ...onCredit, asked: 'by store credit' }),
  invoked(deleteCustomer, ({ ada }) => ({ customer_id: ada.id }), { ...onCredit, asked: 'with store credit' }),
];
