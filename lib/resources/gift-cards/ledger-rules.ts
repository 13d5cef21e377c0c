/** The rules that a card's ledger must meet, and the findings where it does not. */

import { invalidField, missingField } from '../../schema/errors.ts';
import { clockSkewSeconds, secondsBefore } from '../../schema/times.ts';
import { cardsAtMost } from '../orders/refund-rules.ts';
import { type OrderRecord, payerOf, paymentSums, sum } from '../orders/rules.ts';
import type { GiftCardStatus, GiftCardTransaction } from './fields.ts';
import { type LiabilityPage, wrongTime } from './ledger-fields.ts';
import { type Extension, type GiftCardRecord, heldOf, isPast, statusOf } from './rules.ts';

/** Sums of a card's entries for one order. */
interface OrderSums {
  redeemed: number;
  redemptions: number;
  refunded: number;
  /** Number of entries that took the card back with a refund of the order. */
  takenBack: number;
}

const noOrderSums: OrderSums = { redeemed: 0, redemptions: 0, refunded: 0, takenBack: 0 };

/** Sums of a card's entries, as far as they have been read. No entry is kept, so a long ledger takes little memory. */
export interface LedgerSums {
  balance: number;
  first: Pick<GiftCardTransaction, 'type' | 'amount'> | undefined;
  isIssuedTwice: boolean;
  isWithoutOrder: boolean;
  /** Entries with a balance that is not the sum of the amounts so far. */
  wrong: Pick<GiftCardTransaction, 'id' | 'balance'>[];
  /** By order id, without the entries that issued cards. */
  orders: Map<string, OrderSums>;
}

export const noSums = (): LedgerSums => ({
  ...{ balance: 0, first: undefined, isIssuedTwice: false, isWithoutOrder: false },
  ...{ wrong: [], orders: new Map() },
});

/** Adds the next entries of a ledger, oldest first. */
export function addEntries(sums: LedgerSums, entries: readonly GiftCardTransaction[]): LedgerSums {
  for (const entry of entries) {
    const { id, type, amount, balance, order_id } = entry;
    sums.balance += amount;
    if (balance !== sums.balance) sums.wrong.push({ id, balance });
    if (sums.first && type === 'issued') sums.isIssuedTwice = true;
    sums.first ??= { type, amount };
    if (order_id === null) sums.isWithoutOrder ||= type === 'redeemed' || type === 'refunded';
    else if (type !== 'issued') sums.orders.set(order_id, addToOrder(sums.orders.get(order_id), entry));
  }
  return sums;
}

const addToOrder = (order: OrderSums = noOrderSums, { type, amount }: GiftCardTransaction): OrderSums => ({
  redeemed: order.redeemed + (type === 'redeemed' ? amount : 0),
  redemptions: order.redemptions + (type === 'redeemed' ? 1 : 0),
  refunded: order.refunded + (type === 'refunded' ? amount : 0),
  takenBack: order.takenBack + (type === 'adjusted' ? 1 : 0),
});

/** The findings on a card, from the sums of all its entries. */
export function cardFindings(card: GiftCardRecord, sums: LedgerSums, now: string): string[] {
  const { balance, first, isIssuedTwice, isWithoutOrder, wrong } = sums;
  return [
    ...when(balance !== card.balance, `the entries add up to ${balance}, the balance is ${card.balance}`),
    ...when(card.balance < 0, `the balance is ${card.balance}`),
    ...when(heldOf(card, now) > card.balance, `${heldOf(card, now)} are held, the balance is ${card.balance}`),
    ...wrong.map((entry) => `entry ${entry.id} says the balance was ${entry.balance}`),
    ...when(first?.type !== 'issued' || first.amount !== card.initial_value, 'the first entry does not issue the card'),
    ...when(isIssuedTwice, 'the card is issued twice'),
    ...when(isWithoutOrder, 'an entry names no order'),
  ];
}

/** The differences between an order and the sums of its entries on an account. Not every such account has paid for the order. */
export function orderFindings(order: OrderRecord, account: string, { orders }: Pick<LedgerSums, 'orders'>): string[] {
  const { redeemed, redemptions, refunded: returned, takenBack } = orders.get(order.id) ?? noOrderSums;
  const own = order.payments.map((payment, index) => ({ payment, moved: order.payments_moved?.[index] ?? 0 }));
  const ofAccount = own.filter(({ payment }) => payerOf(payment) === account);
  const paid = sum(ofAccount.map(({ payment }) => payment.amount));
  const refunded = sum(ofAccount.map(({ payment }) => payment.refunded));
  const back = refunded - sum(ofAccount.map(({ moved }) => moved));
  const cards = paymentSums(order.payments, 'gift_card');
  const credits = paymentSums(order.payments, 'store_credit');
  return [
    ...when(
      cards.amount !== order.paid_by_gift_card,
      `order ${order.id} was paid ${order.paid_by_gift_card} by gift card, its payments are ${cards.amount}`,
    ),
    ...when(
      credits.amount !== order.paid_by_store_credit,
      `order ${order.id} was paid ${order.paid_by_store_credit} by store credit, its payments are ${credits.amount}`,
    ),
    ...when(
      cards.refunded !== order.refunded_to_gift_card,
      `order ${order.id} had ${order.refunded_to_gift_card} refunded to gift cards, its payments ${cards.refunded}`,
    ),
    // Refunds to a new store credit are no part of the payments.
    ...when(
      credits.refunded > order.refunded_to_store_credit,
      `order ${order.id} had ${order.refunded_to_store_credit} refunded to store credit, its payments ${credits.refunded}`,
    ),
    ...when(redeemed !== -paid, `order ${order.id} spent ${paid}, its entries ${-redeemed}`),
    ...when(returned !== back, `order ${order.id} had ${back} refunded, its entries ${returned}`),
    ...when(redemptions > 1, `order ${order.id} is redeemed twice`),
    ...when(takenBack > 1, `order ${order.id} took the card back twice`),
    ...when(
      order.status === 'cancelled' && refunded !== paid,
      `order ${order.id} is cancelled and keeps ${paid - refunded}`,
    ),
  ];
}

/** A gift card that an order bought, with its line. */
interface Bought {
  card: Pick<GiftCardRecord, 'taken_back_by'>;
  line: number;
}

/** The findings on an order, from all gift cards bought with it: no refunded unit has a card that was neither taken back nor kept on purpose. */
export function refundFindings(order: OrderRecord, bought: readonly Bought[]): string[] {
  const live = bought.filter(({ card }) => card.taken_back_by === undefined);
  return cardsAtMost(order).flatMap((most, index) => {
    const count = live.filter(({ line }) => line === index).length;
    return order.gift_card_lines[index]
      ? when(
          count > most,
          `order ${order.id} has ${count} gift cards of line ${index} after refunds, at most ${most} are due`,
        )
      : [];
  });
}

const when = (isWrong: boolean, finding: string): string[] => (isWrong ? [finding] : []);

/** Seconds after which an index lists every issued card: no more recent time can be reported. */
const secondsToSettle = 60;

/**
 * The time that a page reports: a minute ago by default. A later page repeats the time of the first page, even if this function's
 * clock is some seconds behind. Throws `INVALID_FIELD` for too late a time and `MISSING_FIELD` for a later page without
 * one.
 */
export function timeTold({ at, after }: { at?: string | null; after?: string | null }, now: string): string {
  if (!at && after) throw missingField(wrongTime.required, 'at');
  const latest = latestReported(after, now);
  if (at && at > latest) throw invalidField(wrongTime.tooLate, 'at');
  return at ?? latest;
}

/** The latest time that a page can report. */
export const latestReported = (after: string | null | undefined, now: string): string =>
  secondsBefore(now, secondsToSettle - (after ? clockSkewSeconds : 0));

/** Sums of a card's entries up to a time, as far as they have been read. */
interface SumsAt {
  at: string;
  isIssued: boolean;
  balance: number;
  disabled_at: string | null;
  /** Whether a later entry has been read: no further entry counts. */
  isComplete: boolean;
}

export const noSumsAt = (at: string): SumsAt => ({
  ...{ at, isIssued: false, balance: 0, disabled_at: null, isComplete: false },
});

/**
 * Adds the next entries of a ledger, oldest first. Clocks differ by seconds, so counting stops at the first later entry: the sum is then a
 * balance that the card really had.
 */
export function addEntriesAt(sums: SumsAt, entries: readonly GiftCardTransaction[]): SumsAt {
  const next = { ...sums };
  for (const { type, amount, created_at } of entries) {
    next.isComplete ||= created_at > sums.at;
    if (next.isComplete) break;
    next.isIssued = true;
    next.balance += amount;
    if (type === 'disabled') next.disabled_at = created_at;
    if (type === 'enabled') next.disabled_at = null;
  }
  return next;
}

/** A moment of a report: each expiry is compared with `at`, and changes up to `through` are included. */
interface Moment {
  at: string;
  through: string;
}

/** When a card expires, and each expiry that had passed before the card was extended. */
export interface Expiries {
  expires_at: string | null;
  extensions: readonly Extension[];
}

/** Whether a card was past its expiry at a moment. An expiry that was replaced before it passed never took effect. */
export const wasExpired = ({ expires_at, extensions }: Expiries, { at, through }: Moment): boolean =>
  isPast(expires_at, at) ||
  extensions.some(({ expired_at, extended_at }) => isPast(expired_at, at) && extended_at > through);

/**
 * Status and balance of a card at the time of its sums; undefined before it was issued. A balance that is past its expiry is not owed, so the card
 * counts as expired even if it is disabled (guide, "Closing the month").
 */
export function stateAt(
  card: GiftCardRecord,
  { at, isIssued, balance, disabled_at }: SumsAt,
  extensions: readonly Extension[],
): { status: GiftCardStatus; balance: number } | undefined {
  if (!isIssued) return undefined;
  const isExpired = balance !== 0 && wasExpired({ expires_at: card.expires_at, extensions }, { at, through: at });
  const status = isExpired ? 'expired' : statusOf({ ...card, balance, disabled_at, expires_at: null }, at);
  return { status, balance };
}

type Statuses = LiabilityPage['statuses'];

/** Number of cards and sum of their balances, by status. */
export function addUp(states: readonly ReturnType<typeof stateAt>[]): Statuses {
  const statuses = { active: nothing(), disabled: nothing(), used: nothing(), expired: nothing() };
  for (const state of states) {
    if (!state) continue;
    statuses[state.status].cards += 1;
    statuses[state.status].balance += state.balance;
  }
  return statuses;
}

const nothing = () => ({ cards: 0, balance: 0 });
