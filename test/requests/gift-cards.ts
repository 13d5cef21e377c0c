/**
 * Gift cards: at every moment a card's entries add up to its balance, each change that was acknowledged is one of them, and
 * no two checkouts hold or spend the same money. Each bought unit is issued and mailed as one card.
 */

import { forgetAddress } from '../../lib/resources/customers/functions.ts';
import { listCustomerOrders } from '../../lib/resources/customers/operations.ts';
import { createDownload } from '../../lib/resources/digital-files/functions.ts';
import {
  auditLedger,
  exportGiftCards,
  getGiftCardBalance,
  holdGiftCard,
  releaseGiftCard,
  reportLiability,
  reportMovements,
} from '../../lib/resources/gift-cards/functions.ts';
import {
  adjustGiftCard,
  disableGiftCard,
  enableGiftCard,
  getGiftCard,
  issueGiftCard,
  listGiftCards,
  listGiftCardTransactions,
  replaceGiftCardCode,
  updateGiftCard,
} from '../../lib/resources/gift-cards/operations.ts';
import { shopGetBalance } from '../../lib/resources/gift-cards/shop-calls.ts';
import {
  cancelOrder,
  fulfilOrder,
  getOrder,
  payOrder,
  recordOrder,
  refundOrder,
} from '../../lib/resources/orders/functions.ts';
import { getRecordedOrder } from '../../lib/resources/orders/operations.ts';
import {
  apply,
  at,
  begin,
  beginning,
  cardOf,
  codeOf,
  codesIn,
  complaintAboutMails,
  dayOf,
  type Fixture,
  friend,
  namingMovedIn,
  orderOfAny,
  rememberCode,
  settle,
} from '../models/gift-cards.ts';
import { highestBalance, noExpiry } from '../models/ledger.ts';
import { unexplained } from '../stage/engine/history.ts';
import { first, type Random } from '../stage/engine/random.ts';
import { invocation, type Request, request, shopCall } from '../stage/engine/requests.ts';
import { type Command, endpoint, invoked, shopped, started } from '../stage/every-order/command.ts';
import { type SharedFixture, tomorrow } from '../stage/every-order/ground.ts';
import type { Situation } from '../stage/every-order/situations.ts';
import { hold, holdOf, lineOf, orderOf, orderOfGifts, record } from '../support/world/checkout.ts';
import { earlier } from '../support/world/clock.ts';
import { issued, seconds } from '../support/world/gift-cards.ts';
import { succeeded } from '../support/world/world.ts';
import { about, area, known, type Phase, type Row } from './table.ts';

const auditing = ({ store_id }: Fixture): Request => invocation(auditLedger, { kind: 'audit' }, { store_id });

/** In the last phase, when all that was issued is older than a minute. */
const exportingAll = ({ store_id }: Fixture): Request =>
  invocation(exportGiftCards, { kind: 'export', phase: 3 }, { store_id });

/** Asks for the card of a code that was mailed. */
const claiming = ({ store_id }: Fixture, code: string): Request =>
  invocation(getGiftCardBalance, { kind: 'claim', code }, { store_id, code });

const forgetting = ({ store_id }: Fixture): Request =>
  invocation(forgetAddress, { kind: 'forget', recipient: friend }, { store_id, email: friend.toUpperCase() });

const reading = (fixture: Fixture, id: string, phase: Phase): Request =>
  request(getGiftCard, { kind: 'get', id, phase }, at(fixture, id));

const readingOrder = ({ store_id }: Fixture, order: string, phase: Phase): Request =>
  invocation(getOrder, { kind: 'get order', order, phase }, { store_id, order_id: order });

/** In the last phase, when the index shows all orders. */
const listingOrders = ({ key, world: { customers } }: Fixture): Request =>
  request(
    listCustomerOrders,
    { kind: 'list orders', phase: 3 },
    { path: { id: customers[0].id }, key, query: { limit: 100 } },
  );

const issuing =
  (recipient: string | null) =>
  (fixture: Fixture, random: Random, phase: Phase): Request => {
    const { key, known, ends } = fixture;
    const value = random.pick([500, 1000]);
    const until = random.chance(0.3) ? phase : noExpiry;
    return request(
      issueGiftCard,
      { kind: 'issue', value, recipient, until, phase },
      {
        key,
        body: {
          ...{ value, recipient_email: recipient, locale: 'ar', expires_at: ends[until] },
          ...(recipient && { message: 'For you' }),
        },
      },
      ({ body: { id, code } }) => {
        if (!known.includes(id)) known.push(id);
        rememberCode(fixture, id, code);
      },
    );
  };

const listingTransactions = (fixture: Fixture, id: string): Request =>
  request(listGiftCardTransactions, { kind: 'transactions', id }, { ...at(fixture, id), query: { limit: 100 } });

/** In the last phase. */
const listing = ({ key }: Fixture, status?: string): Request =>
  request(
    listGiftCards,
    { kind: 'list', status, phase: 3 },
    { key, query: { limit: 100, ...(status ? { status } : {}) } },
  );

/** Another shopper each time: former codes are unknown ones, and too many of them from one shopper are refused. */
const someone = (random: Random): string => `shopper ${random.below(1e9)}`;

const total = 700;

/** A card of which a checkout holds some. */
async function funded({ world }: Fixture, { id: checkout_id }: { id: string }): Promise<void> {
  const { code } = await issued(world);
  await succeeded(hold(world, code, { checkout_id }));
}

/** An order of a checkout that holds some of a card. */
const ordered = (status: 'paid' | 'pending') => async (fixture: Fixture) => {
  const checkout = fixture.checkouts[status === 'paid' ? 0 : 1];
  await funded(fixture, checkout);
  await succeeded(record(fixture.world, orderOfGifts(fixture.world, checkout)));
  checkout.isOrdered = true;
};

/** Holds some of a card for one of the checkouts. */
function holding(
  fixture: Fixture,
  random: Random,
  { id, phase, add }: { id: string; phase: Phase; add?: boolean },
): Request {
  const { world, ends } = fixture;
  const code = codeOf(fixture, id, random);
  const checkout = random.pick([...fixture.checkouts]);
  const amount = random.pick([300, 700]);
  const until = random.chance(0.5) ? phase : noExpiry;
  const fields = {
    ...{ checkout_id: checkout.id, amount, shopper: someone(random), add },
    ...(until === noExpiry ? {} : { expires_at: ends[until] }),
  };
  return invocation(
    holdGiftCard,
    { kind: 'hold', id, code, checkout: checkout.id, amount, until, phase, add },
    holdOf(world, code, fields),
    () => {
      checkout.isHeld = true;
    },
  );
}

/** Ids of the cards that clients know. */
const cardsOf = ({ known, vouchers }: Fixture): string[] => [...known, ...vouchers.map(({ id }) => id)];

/** In the last phase, when all that was issued is older than a minute. */
const reportingAll = ({ store_id }: Fixture): Request =>
  invocation(reportLiability, { kind: 'liability', phase: 3 }, { store_id });

/** The books of the last days, without the last minutes: a clock may be behind. */
const movements = (store_id: string): Request => {
  const [from, to] = [200_000, 600].map((ago) => seconds(-ago));
  return invocation(reportMovements, { kind: 'movements' }, { store_id, from, to, group: 'day' });
};

const rows: readonly Row<Fixture>[] = [
  {
    of: adjustGiftCard,
    weight: 7,
    after: [issueGiftCard],
    ask: about(cardOf, (id, fixture, random, phase) => {
      const amount = random.pick([-500, -300, 200, highestBalance]);
      return request(adjustGiftCard, { kind: 'adjust', id, amount, phase }, { ...at(fixture, id), body: { amount } });
    }),
  },
  { of: auditLedger, ask: auditing, after: [ordered('paid')] },
  {
    of: forgetAddress,
    ask: forgetting,
    after: [(fixture) => issuing(friend)(fixture, first, 1).send()],
    own: ['forgotten'],
  },
  {
    of: cancelOrder,
    weight: 8,
    after: [ordered('pending')],
    ask(fixture, random) {
      const order = orderOfAny(fixture, random);
      return invocation(cancelOrder, { kind: 'cancel', order }, { store_id: fixture.store_id, order_id: order });
    },
  },
  {
    of: disableGiftCard,
    weight: 4,
    after: [issueGiftCard],
    ask: about(cardOf, (id, fixture, _random, phase) =>
      request(disableGiftCard, { kind: 'disable', id, phase }, at(fixture, id)),
    ),
  },
  {
    of: enableGiftCard,
    weight: 4,
    after: [issueGiftCard, disableGiftCard],
    ask: about(cardOf, (id, fixture, _random, phase) =>
      request(enableGiftCard, { kind: 'enable', id, phase }, at(fixture, id)),
    ),
  },
  {
    of: exportGiftCards,
    weight: 2,
    after: [issueGiftCard, holdGiftCard],
    ask: ({ store_id }, _random, phase) => invocation(exportGiftCards, { kind: 'export', phase }, { store_id }),
  },
  {
    of: fulfilOrder,
    weight: 5,
    after: [ordered('paid')],
    ask(fixture, random) {
      const order = orderOfAny(fixture, random);
      return invocation(fulfilOrder, { kind: 'fulfil', order }, { store_id: fixture.store_id, order_id: order });
    },
  },
  {
    of: getGiftCard,
    weight: 4,
    after: [issueGiftCard],
    ask: about(cardOf, (id, fixture, _random, phase) => reading(fixture, id, phase)),
  },
  {
    of: getGiftCardBalance,
    weight: 4,
    after: [issueGiftCard, holdGiftCard],
    ask: about(cardOf, (id, fixture, random, phase) => {
      const { store_id, checkouts } = fixture;
      const code = codeOf(fixture, id, random);
      const { id: checkout } = random.pick([...checkouts]);
      return invocation(
        getGiftCardBalance,
        { kind: 'balance', id, code, checkout, phase },
        { store_id, code, checkout_id: checkout, shopper: someone(random) },
      );
    }),
  },
  {
    of: shopGetBalance,
    weight: 3,
    isNew: true,
    ask: about(cardOf, (id, fixture, random, phase) => {
      const { store_id, checkouts } = fixture;
      const code = codeOf(fixture, id, random);
      const { id: checkout } = random.pick([...checkouts]);
      return shopCall(
        shopGetBalance,
        { kind: 'balance', id, code, checkout, phase },
        {
          store_id,
          subject: { visitor: someone(random) },
          address: `198.51.100.${random.below(250)}`,
          body: { code, checkout_id: checkout },
        },
      );
    }),
  },
  {
    of: getOrder,
    weight: 4,
    after: [ordered('paid')],
    ask: (fixture, random, phase) => readingOrder(fixture, orderOfAny(fixture, random), phase),
  },
  {
    of: getRecordedOrder,
    weight: 4,
    after: [ordered('paid')],
    roundTrips: 2,
    ask(fixture, random, phase) {
      const id = orderOfAny(fixture, random);
      return request(getRecordedOrder, { kind: 'get order', order: id, phase }, { key: fixture.key, path: { id } });
    },
  },
  { of: listCustomerOrders, ask: listingOrders, after: [ordered('paid')], roundTrips: 2 },
  {
    of: holdGiftCard,
    weight: 15,
    after: [(fixture) => funded(fixture, fixture.checkouts[0]), issueGiftCard],
    ask: about(cardOf, (id, fixture, random, phase) => holding(fixture, random, { id, phase })),
  },
  /** Adds a card, only before hours pass: after that, a sweep may or may not have cleared a checkout with expired holds. */
  {
    of: holdGiftCard,
    weight: 15,
    ask: about(known, (id, fixture, random, phase) => holding(fixture, random, { id, phase, add: phase === 1 })),
  },
  /** Holds a card that an order bought. */
  {
    of: holdGiftCard,
    weight: 12,
    ask: about(
      ({ vouchers }, random) => random.among(vouchers),
      ({ id }, fixture, random, phase) => holding(fixture, random, { id, phase }),
    ),
  },
  { of: issueGiftCard, weight: 8, ask: issuing(null) },
  /** A card that is mailed. */
  { of: issueGiftCard, weight: 4, ask: issuing(friend), after: [], roundTrips: 3 },
  {
    of: listGiftCardTransactions,
    weight: 3,
    after: [issueGiftCard],
    ask: about(cardOf, (id, fixture) => listingTransactions(fixture, id)),
  },
  { of: listGiftCards, ask: (fixture) => listing(fixture), after: [issueGiftCard] },
  {
    of: payOrder,
    weight: 10,
    after: [ordered('pending')],
    ask(fixture, random) {
      const order = orderOfAny(fixture, random);
      return invocation(payOrder, { kind: 'pay', order }, { store_id: fixture.store_id, order_id: order });
    },
  },
  {
    of: recordOrder,
    after: [(fixture) => funded(fixture, fixture.checkouts[0])],
    ask: ({ world, store_id, checkouts: [checkout] }) =>
      invocation(recordOrder, { kind: 'order' }, { store_id, order: orderOfGifts(world, checkout) }),
  },
  /** Buys two gift cards for someone. */
  {
    of: recordOrder,
    weight: 12,
    ask({ world, store_id, purchases }, random) {
      const { order, status, recipient } = random.pick([...purchases]);
      const [units, price] = [2, 900];
      const line = { quantity: units, unit_price: price, recipient_email: recipient, message: 'Enjoy', locale: 'de' };
      return invocation(
        recordOrder,
        { kind: 'buy', order, status, purchase: { units, price, recipient } },
        { store_id, order: orderOf(world, { id: order, status, lines: [lineOf(world.products[2], line)] }) },
      );
    },
  },
  /** Buys two that are for a day. */
  {
    of: recordOrder,
    weight: 12,
    ask(fixture) {
      const { world, store_id, present } = fixture;
      const { order, status, recipient } = present;
      const [units, price] = [2, 800];
      const line = { quantity: units, unit_price: price, recipient_email: recipient, send_at: dayOf(fixture) };
      return invocation(
        recordOrder,
        { kind: 'buy', order, status, purchase: { units, price, recipient } },
        { store_id, order: orderOf(world, { id: order, status, lines: [lineOf(world.products[2], line)] }) },
      );
    },
  },
  /** Spends what a checkout holds. */
  {
    of: recordOrder,
    weight: 14,
    ask({ world, store_id, checkouts }, random, phase) {
      const checkout = random.among(checkouts.filter(({ isHeld }) => isHeld));
      if (!checkout) return undefined;
      const { id, order, status } = checkout;
      const lines = [lineOf(world.products[0], { unit_price: total })];
      return invocation(
        recordOrder,
        { kind: 'order', order, checkout: id, status, total, phase },
        { store_id, order: orderOf(world, { id: order, status, lines, checkout_id: id }) },
        () => {
          checkout.isOrdered = true;
        },
      );
    },
  },
  /** Gives back what a buyer's card and a gift card paid. */
  {
    of: refundOrder,
    after: [ordered('paid')],
    ask: ({ store_id, checkouts: [{ order }] }) =>
      invocation(
        refundOrder,
        { kind: 'refund' },
        { store_id, order_id: order, refund_id: 'one', lines: [{ line: 0, quantity: 1 }] },
      ),
  },
  /** Takes back a bought card, keeps one, or takes back both. */
  {
    of: refundOrder,
    weight: 14,
    ask({ store_id, purchases, present }, random) {
      const { order } = random.pick([...purchases, present] as const);
      const price = order === present.order ? 800 : 900;
      const which = random.pick(['one', 'another', 'kept', 'both'] as const);
      const [units, keep] = [which === 'both' ? 2 : 1, which === 'kept'];
      const refund = `${order} ${which}`;
      return invocation(
        refundOrder,
        { kind: 'return', order, refund, amount: units * price, units, keep },
        {
          ...{ store_id, order_id: order, refund_id: refund, keep_gift_cards: keep },
          ...(which === 'both' ? { amount: units * price } : { lines: [{ line: 0, quantity: 1 }] }),
        },
      );
    },
  },
  /** Takes back a card that clients spend. */
  {
    of: refundOrder,
    weight: 10,
    ask({ store_id, vouchers, voucherOrder }, random, phase) {
      const refund = `${voucherOrder} ${random.below(3)}`;
      return invocation(
        refundOrder,
        { kind: 'take back', refund, vouchers: vouchers.map(({ id }) => id), phase },
        { store_id, order_id: voucherOrder, refund_id: refund, lines: [{ line: 0, quantity: 1 }] },
      );
    },
  },
  /** Two refunds are nearly all that was paid: one that is made twice leaves too little for the other. */
  {
    of: refundOrder,
    weight: 14,
    ask({ store_id, checkouts }, random) {
      const ordered = checkouts.filter(({ isOrdered }) => isOrdered);
      const checkout = (random.chance(0.8) ? random.among(ordered) : undefined) ?? random.pick([...checkouts]);
      const { order } = checkout;
      const name = `refund-${checkouts.indexOf(checkout)}-${random.below(2)}`;
      return invocation(
        refundOrder,
        { kind: 'refund', order, refund: name, amount: 300 },
        { store_id, order_id: order, refund_id: name, amount: 300 },
      );
    },
  },
  {
    of: releaseGiftCard,
    weight: 5,
    after: [issueGiftCard, holdGiftCard],
    own: ['released'],
    ask({ store_id, checkouts }, random, phase) {
      const { id } = random.pick([...checkouts]);
      return invocation(releaseGiftCard, { kind: 'release', checkout: id, phase }, { store_id, checkout_id: id });
    },
  },
  /** Releases one of the cards of a checkout. */
  {
    of: releaseGiftCard,
    weight: 5,
    ask(fixture, random, phase) {
      const { store_id, checkouts } = fixture;
      const { id } = random.pick([...checkouts]);
      const card = random.among(fixture.known);
      return card
        ? invocation(
            releaseGiftCard,
            { kind: 'release', checkout: id, card, phase },
            { store_id, checkout_id: id, gift_card_id: card },
          )
        : undefined;
    },
  },
  {
    of: replaceGiftCardCode,
    weight: 4,
    after: [issueGiftCard],
    roundTrips: 3,
    ask: about(cardOf, (id, fixture, random, phase) => {
      const recipient = random.chance(0.5) ? friend : undefined;
      const body = recipient ? { recipient_email: recipient } : undefined;
      return request(
        replaceGiftCardCode,
        { kind: 'replace code', id, recipient, phase },
        { ...at(fixture, id), body },
        ({ body: { code } }) => rememberCode(fixture, id, code),
      );
    }),
  },
  {
    of: reportLiability,
    weight: 2,
    after: [(fixture) => earlier(120, () => issuing(null)(fixture, first, 1).send())],
    ask: ({ store_id }, _random, phase) => invocation(reportLiability, { kind: 'liability', phase }, { store_id }),
  },
  {
    of: reportMovements,
    weight: 2,
    after: [(fixture) => earlier(1200, () => issuing(null)(fixture, first, 1).send())],
    ask: ({ store_id }) => movements(store_id),
  },
  {
    of: updateGiftCard,
    weight: 4,
    after: [issueGiftCard],
    ask: about(cardOf, (id, fixture, random, phase) => {
      const until = random.chance(0.5) ? phase : noExpiry;
      const note = random.pick(['Gift', null]);
      const body = { expires_at: fixture.ends[until] ?? null, note };
      return request(updateGiftCard, { kind: 'update', id, until, note, phase }, { ...at(fixture, id), body });
    }),
  },
];

export const giftCards = area({
  name: 'gift cards, checkouts, orders and refunds',
  begin,
  settle,
  rows,
  judge: (fixture, history, { mails }) =>
    unexplained(beginning(fixture), namingMovedIn(history), apply) ?? complaintAboutMails(fixture, history, mails),
  last: (fixture, mails) => [
    () => [
      ...cardsOf(fixture).map((id) => reading(fixture, id, 3)),
      ...cardsOf(fixture).map((id) => listingTransactions(fixture, id)),
      ...[undefined, 'active', 'expired'].map((status) => listing(fixture, status)),
      ...[...fixture.checkouts, ...fixture.purchases, fixture.present].map(({ order }) =>
        readingOrder(fixture, order, 3),
      ),
      listingOrders(fixture),
      auditing(fixture),
      reportingAll(fixture),
      exportingAll(fixture),
    ],
    () => [...new Set(mails.flatMap(codesIn))].map((code) => claiming(fixture, code)),
    // Last of all: the judge of whole requests does not know which cards an address is on.
    () => [forgetting(fixture)],
  ],
});

const one = ({ card }: SharedFixture) => ({ path: { gift_card_id: card.id } });

const wherever: { in: readonly Situation[] } = { in: ['usual', 'disabled'] };

/** Where checkouts may hold two cards. */
const oneOrTwo: { in: readonly Situation[] } = { in: ['usual', 'disabled', 'two cards'] };

const onTwo: { in: readonly Situation[] } = { in: ['two cards'] };

const onTheDay: { in: readonly Situation[] } = { in: ['usual', 'disabled', 'on the day'] };

const heldOf = ({ card }: SharedFixture, amount: number) => ({
  checkout_id: 'checkout',
  code: card.code,
  amount,
  currency: 'USD',
  expires_at: tomorrow,
});

const line = ({ teapot, small }: SharedFixture) => ({
  product_id: teapot.id,
  variant_id: small.id,
  quantity: 1,
  unit_price: 200,
});

/** An order of one line at this price, which the checkout pays for. */
const ordering = (price: number) => (ground: SharedFixture, which: number) => ({
  order: {
    ...ground.order,
    ...{ id: 'ord_new', customer_id: ground.ada.id, gift_option_id: ground.wrapping, checkout_id: 'checkout' },
    lines: [{ ...line(ground), unit_price: price + which }],
  },
});

/** What two clients ask of the same things at once. */
export const commands: readonly Command[] = [
  endpoint(listGiftCards, () => ({})),
  endpoint(issueGiftCard, (_, which) => ({
    body: { value: 5000 + which, recipient_email: 'grace@example.com', message: 'For you' },
  })),
  endpoint(getGiftCard, one),
  endpoint(updateGiftCard, (ground, which) => ({ ...one(ground), body: { note: `Note ${which}` } })),
  // Both together would take what checkouts hold.
  endpoint(adjustGiftCard, (ground, which) => ({ ...one(ground), body: { amount: -300 - which } }), wherever),
  endpoint(
    replaceGiftCardCode,
    (ground, which) => ({
      ...one(ground),
      body: which === 0 ? { recipient_email: 'alan@example.com' } : {},
    }),
    { in: ['usual', 'on the day'] },
  ),
  endpoint(disableGiftCard, one, onTheDay),
  endpoint(enableGiftCard, one, wherever),
  endpoint(listGiftCardTransactions, one),
  invoked(holdGiftCard, (ground, which) => heldOf(ground, 350 + which), oneOrTwo),
  invoked(
    holdGiftCard,
    (ground, which) => ({ ...heldOf(ground, 450 + which), code: ground.otherCard.code, add: true }),
    { asked: 'to add a card', in: ['usual', 'two cards'] },
  ),
  invoked(holdGiftCard, (ground, which) => ({ ...heldOf(ground, 400 + which), code: ground.otherCard.code }), {
    asked: 'another card',
  }),
  invoked(holdGiftCard, (ground, which) => ({ ...heldOf(ground, 300 + which), checkout_id: `checkout-${which}` }), {
    asked: 'for another checkout',
  }),
  invoked(
    getGiftCardBalance,
    ({ card }, which) => ({ code: card.code, ...(which === 0 ? { checkout_id: 'checkout' } : {}) }),
    wherever,
  ),
  shopped(
    shopGetBalance,
    ({ card }, which) => ({
      subject: { visitor: 'Zoe' },
      body: { code: card.code, ...(which === 0 ? { checkout_id: 'checkout' } : {}) },
    }),
    wherever,
  ),
  invoked(releaseGiftCard, () => ({ checkout_id: 'checkout' }), oneOrTwo),
  invoked(
    releaseGiftCard,
    ({ card, otherCard }, which) => ({
      checkout_id: 'checkout',
      gift_card_id: which === 0 ? card.id : otherCard.id,
    }),
    { asked: 'on one card', ...onTwo },
  ),
  invoked(recordOrder, ordering(200), wherever),
  invoked(recordOrder, ordering(450), { asked: 'by two cards', ...onTwo }),
  invoked(
    recordOrder,
    (ground, which) => ({
      order: {
        ...ground.order,
        id: `ord_new${which}`,
        customer_id: ground.ada.id,
        checkout_id: 'checkout',
        lines: [
          line(ground),
          { product_id: ground.vouchers.id, variant_id: ground.voucher.id, quantity: 2, unit_price: 100 },
        ],
      },
    }),
    { asked: 'of vouchers' },
  ),
  invoked(payOrder, () => ({ order_id: 'ord_pending' }), { in: ['usual', 'owing'] }),
  invoked(fulfilOrder, () => ({ order_id: 'ord_pending' }), { in: ['owing'] }),
  invoked(cancelOrder, () => ({ order_id: 'ord_pending' })),
  invoked(refundOrder, (_, which) => ({ order_id: 'ord_paid', refund_id: 'refund', amount: 400 + which })),
  invoked(refundOrder, (_, which) => ({ order_id: 'ord_paid', refund_id: `refund-${which}`, amount: 350 + which }), {
    asked: 'another time',
  }),
  invoked(
    refundOrder,
    (_, which) => ({ order_id: 'ord_pending', refund_id: `return-${which}`, lines: [{ line: 1, quantity: 1 }] }),
    { in: ['owing'], asked: 'of vouchers' },
  ),
  invoked(cancelOrder, () => ({ order_id: 'ord_twopending' }), { asked: 'by two cards', ...onTwo }),
  invoked(refundOrder, (_, which) => ({ order_id: 'ord_two', refund_id: `refund-${which}`, amount: 250 + which }), {
    asked: 'by two cards',
    ...onTwo,
  }),
  invoked(getOrder, (_, which) => ({ order_id: which === 0 ? 'ord_paid' : 'ord_pending' })),
  endpoint(listCustomerOrders, ({ ada }) => ({ path: { id: ada.id } })),
  endpoint(getRecordedOrder, (_, which) => ({ path: { id: which === 0 ? 'ord_paid' : 'ord_pending' } })),
  invoked(createDownload, ({ recording }) => ({
    order_id: 'ord_paid',
    variant_id: recording.id,
  })),
  invoked(auditLedger, () => ({})),
  invoked(forgetAddress, () => ({ email: 'grace@example.com' })),
  invoked(auditLedger, () => ({ after: 'ord_zzz' }), { asked: 'of orders' }),
  invoked(reportLiability, () => ({})),
  invoked(reportMovements, () => ({ from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', group: 'month' })),
  invoked(exportGiftCards, () => ({})),
  started('sweep-gift-cards', () => [], { in: ['usual', 'owing', 'on the day', 'two cards'] }),
  started('send-mail', ({ cardMail }) => cardMail, { asked: 'of a card' }),
];
