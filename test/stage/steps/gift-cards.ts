/**
 * Gift cards: at every moment a card's entries add up to its balance, each change that was acknowledged is one of them, and
 * no two checkouts hold or spend the same money. What is bought is issued and mailed, each unit as one card.
 */

import {
  auditLedger,
  exportGiftCards,
  getGiftCardBalance,
  holdGiftCard,
  releaseGiftCard,
  reportLiability,
} from '../../../lib/resources/gift-cards/functions.ts';
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
} from '../../../lib/resources/gift-cards/operations.ts';
import {
  cancelOrder,
  fulfilOrder,
  payOrder,
  recordOrder,
  refundOrder,
} from '../../../lib/resources/orders/functions.ts';
import { holdOf, lineOf, orderOf } from '../../support/world/checkout.ts';
import { unexplained } from '../engine/history.ts';
import type { Random } from '../engine/random.ts';
import { invocation, type Request, request } from '../engine/requests.ts';
import {
  apply,
  at,
  begin,
  cardOf,
  codeOf,
  codesIn,
  complaintAboutMails,
  forEver,
  friend,
  hearCode,
  highestBalance,
  nothing,
  orderOfAny,
  type Place,
} from '../models/gift-cards.ts';
import { area, type Phase, type Step } from './step.ts';

const auditing = ({ store_id }: Place): Request => invocation(auditLedger, { kind: 'audit' }, { store_id });

/** In the last phase, when all that was issued is older than a minute. */
const exportingAll = ({ store_id }: Place): Request =>
  invocation(exportGiftCards, { kind: 'export', phase: 3 }, { store_id });

/** Asks for the card of a code that was mailed. */
const claiming = ({ store_id }: Place, code: string): Request =>
  invocation(getGiftCardBalance, { kind: 'claim', code }, { store_id, code });

const reading = (place: Place, id: string, phase: Phase): Request =>
  request(getGiftCard, { kind: 'get', id, phase }, at(place, id));

const issuing =
  (recipient: string | null) =>
  (place: Place, random: Random, phase: Phase): Request => {
    const { key, known, ends } = place;
    const value = random.pick([500, 1000]);
    const until = random.chance(0.3) ? phase : forEver;
    return request(
      issueGiftCard,
      { kind: 'issue', value, recipient, until, phase },
      { key, body: { value, recipient_email: recipient, expires_at: ends[until] } },
      ({ body: { id, code } }) => {
        if (!known.includes(id)) known.push(id);
        hearCode(place, id, code);
      },
    );
  };

const listingTransactions = (place: Place, id: string): Request =>
  request(listGiftCardTransactions, { kind: 'transactions', id }, { ...at(place, id), query: { limit: 100 } });

/** In the last phase. */
const listing = ({ key }: Place, status?: string): Request =>
  request(
    listGiftCards,
    { kind: 'list', status, phase: 3 },
    { key, query: { limit: 100, ...(status ? { status } : {}) } },
  );

const total = 700;

/** In the last phase, when all that was issued is older than a minute. */
const reportingAll = ({ store_id }: Place): Request =>
  invocation(reportLiability, { kind: 'liability', phase: 3 }, { store_id });

const steps: readonly Step<Place>[] = [
  {
    of: adjustGiftCard,
    weight: 7,
    next(place, random, phase) {
      const id = cardOf(place, random);
      const amount = random.pick([-500, -300, 200, highestBalance]);
      return id
        ? request(adjustGiftCard, { kind: 'adjust', id, amount, phase }, { ...at(place, id), body: { amount } })
        : undefined;
    },
  },
  { of: auditLedger },
  {
    of: cancelOrder,
    weight: 8,
    next(place, random) {
      const order = orderOfAny(place, random);
      return invocation(cancelOrder, { kind: 'cancel', order }, { store_id: place.store_id, order_id: order });
    },
  },
  {
    of: disableGiftCard,
    weight: 4,
    next(place, random, phase) {
      const id = cardOf(place, random);
      return id ? request(disableGiftCard, { kind: 'disable', id, phase }, at(place, id)) : undefined;
    },
  },
  {
    of: enableGiftCard,
    weight: 4,
    next(place, random, phase) {
      const id = cardOf(place, random);
      return id ? request(enableGiftCard, { kind: 'enable', id, phase }, at(place, id)) : undefined;
    },
  },
  {
    of: exportGiftCards,
    weight: 2,
    next: ({ store_id }, _random, phase) => invocation(exportGiftCards, { kind: 'export', phase }, { store_id }),
  },
  {
    of: fulfilOrder,
    weight: 5,
    next(place, random) {
      const order = orderOfAny(place, random);
      return invocation(fulfilOrder, { kind: 'fulfil', order }, { store_id: place.store_id, order_id: order });
    },
  },
  {
    of: getGiftCard,
    weight: 4,
    next(place, random, phase) {
      const id = cardOf(place, random);
      return id ? reading(place, id, phase) : undefined;
    },
  },
  {
    of: getGiftCardBalance,
    weight: 4,
    next(place, random, phase) {
      const id = cardOf(place, random);
      if (!id) return undefined;
      const { store_id, checkouts } = place;
      const code = codeOf(place, id, random);
      const { id: checkout } = random.pick([...checkouts]);
      return invocation(
        getGiftCardBalance,
        { kind: 'balance', id, code, checkout, phase },
        { store_id, code, checkout_id: checkout },
      );
    },
  },
  {
    of: holdGiftCard,
    weight: 15,
    next(place, random, phase) {
      const id = cardOf(place, random);
      if (!id) return undefined;
      const { world, ends } = place;
      const code = codeOf(place, id, random);
      const checkout = random.pick([...place.checkouts]);
      const amount = random.pick([300, 700]);
      const until = random.chance(0.5) ? phase : forEver;
      const fields = { checkout_id: checkout.id, amount, ...(until === forEver ? {} : { expires_at: ends[until] }) };
      return invocation(
        holdGiftCard,
        { kind: 'hold', id, code, checkout: checkout.id, amount, until, phase },
        holdOf(world, code, fields),
        () => {
          checkout.isHeld = true;
        },
      );
    },
  },
  { of: issueGiftCard, weight: 8, next: issuing(null) },
  /** A card that is mailed. */
  { of: issueGiftCard, weight: 4, next: issuing(friend) },
  {
    of: listGiftCardTransactions,
    weight: 3,
    next(place, random) {
      const id = cardOf(place, random);
      return id ? listingTransactions(place, id) : undefined;
    },
  },
  { of: listGiftCards },
  {
    of: payOrder,
    weight: 10,
    next(place, random) {
      const order = orderOfAny(place, random);
      return invocation(payOrder, { kind: 'pay', order }, { store_id: place.store_id, order_id: order });
    },
  },
  /** Buys two gift cards for somebody. */
  {
    of: recordOrder,
    weight: 12,
    next({ world, store_id, purchases }, random) {
      const { order, status, recipient } = random.pick([...purchases]);
      const [units, price] = [2, 900];
      const line = { quantity: units, unit_price: price, recipient_email: recipient, message: 'Enjoy' };
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
    next({ world, store_id, checkouts }, random, phase) {
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
  /** Two refunds are nearly all that was paid: one that is made twice leaves too little for the other. */
  {
    of: refundOrder,
    weight: 14,
    next({ store_id, checkouts }, random) {
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
    next({ store_id, checkouts }, random, phase) {
      const { id } = random.pick([...checkouts]);
      return invocation(releaseGiftCard, { kind: 'release', checkout: id, phase }, { store_id, checkout_id: id });
    },
  },
  {
    of: replaceGiftCardCode,
    weight: 4,
    next(place, random, phase) {
      const id = cardOf(place, random);
      if (!id) return undefined;
      const recipient = random.chance(0.5) ? friend : undefined;
      const body = recipient ? { recipient_email: recipient } : undefined;
      return request(
        replaceGiftCardCode,
        { kind: 'replace code', id, recipient, phase },
        { ...at(place, id), body },
        ({ body: { code } }) => hearCode(place, id, code),
      );
    },
  },
  {
    of: reportLiability,
    weight: 2,
    next: ({ store_id }, _random, phase) => invocation(reportLiability, { kind: 'liability', phase }, { store_id }),
  },
  {
    of: updateGiftCard,
    weight: 4,
    next(place, random, phase) {
      const id = cardOf(place, random);
      const until = random.chance(0.5) ? phase : forEver;
      const note = random.pick(['Gift', null]);
      const body = { expires_at: place.ends[until] ?? null, note };
      return id
        ? request(updateGiftCard, { kind: 'update', id, until, note, phase }, { ...at(place, id), body })
        : undefined;
    },
  },
];

export const giftCards = area({
  name: 'gift cards, checkouts, orders and refunds',
  begin,
  steps,
  judge: (place, history, { mails }) =>
    unexplained(nothing, history, apply) ?? complaintAboutMails(place, history, mails),
  last: (place, mails) => [
    () => [
      ...place.known.map((id) => reading(place, id, 3)),
      ...place.known.map((id) => listingTransactions(place, id)),
      ...[undefined, 'active', 'expired'].map((status) => listing(place, status)),
      auditing(place),
      reportingAll(place),
      exportingAll(place),
    ],
    () => [...new Set(mails.flatMap(codesIn))].map((code) => claiming(place, code)),
  ],
});
