/** What makes a card's ledger true, and what is wrong where it is not. */

import { invalidField, missingField } from '../../schema/errors.ts';
import { clockSkewSeconds, secondsBefore } from '../../schema/times.ts';
import type { OrderRecord } from '../orders/rules.ts';
import type { GiftCardStatus, GiftCardTransaction } from './fields.ts';
import { type LiabilityPage, wrongTime } from './ledger-fields.ts';
import { type GiftCardRecord, heldOf, statusOf } from './rules.ts';

/** What is wrong with a card and its entries, which come oldest first. */
export function cardFindings(card: GiftCardRecord, entries: readonly GiftCardTransaction[], now: string): string[] {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  let running = 0;
  const wrong = entries.filter(({ amount, balance }) => {
    running += amount;
    return balance !== running;
  });
  const [first, ...later] = entries;
  return [
    ...when(sum !== card.balance, `the entries add up to ${sum}, the balance is ${card.balance}`),
    ...when(card.balance < 0, `the balance is ${card.balance}`),
    ...when(heldOf(card, now) > card.balance, `${heldOf(card, now)} are held, the balance is ${card.balance}`),
    ...wrong.map(({ id, balance }) => `entry ${id} says the balance was ${balance}`),
    ...when(first?.type !== 'issued' || first.amount !== card.initial_value, 'the first entry does not issue the card'),
    ...when(
      later.some(({ type }) => type === 'issued'),
      'the card is issued twice',
    ),
    ...when(
      entries.some(({ type, order_id }) => (type === 'redeemed' || type === 'refunded') && order_id === null),
      'an entry names no order',
    ),
  ];
}

/** What is wrong between an order and the entries that its gift card, or any card, has of it. */
export function orderFindings(order: OrderRecord, card: string, entries: readonly GiftCardTransaction[]): string[] {
  const own = entries.filter(({ order_id }) => order_id === order.id);
  const amountOf = (type: GiftCardTransaction['type']) =>
    own.filter((entry) => entry.type === type).reduce((total, { amount }) => total + amount, 0);
  const paid = order.gift_card_id === card ? order.paid_by_gift_card : 0;
  const refunded = order.gift_card_id === card ? order.refunded_to_gift_card : 0;
  return [
    ...when(amountOf('redeemed') !== -paid, `order ${order.id} spent ${paid}, its entries ${-amountOf('redeemed')}`),
    ...when(
      amountOf('refunded') !== refunded,
      `order ${order.id} had ${refunded} refunded, its entries ${amountOf('refunded')}`,
    ),
    ...when(own.filter(({ type }) => type === 'redeemed').length > 1, `order ${order.id} is redeemed twice`),
    ...when(
      order.status === 'cancelled' && refunded !== paid,
      `order ${order.id} is cancelled and keeps ${paid - refunded}`,
    ),
  ];
}

const when = (isWrong: boolean, finding: string): string[] => (isWrong ? [finding] : []);

/** Seconds after which an index lists what was issued: no later time is told. */
const secondsToSettle = 60;

/**
 * The time that a page reports: a minute ago by default; a later page repeats the first page's, although its function's clock may differ by
 * seconds. Throws `INVALID_FIELD` for a later time and `MISSING_FIELD` for a later page without one.
 */
export function timeTold({ at, after }: { at?: string | null; after?: string | null }, now: string): string {
  if (!at && after) throw missingField(wrongTime.required, 'at');
  const latest = secondsBefore(now, secondsToSettle - (after ? clockSkewSeconds : 0));
  if (at && at > latest) throw invalidField(wrongTime.tooLate, 'at');
  return at ?? latest;
}

/**
 * Status and balance of a card at a time, from its entries, oldest first; undefined before it was issued. Clocks differ by seconds, so
 * counting stops at the first later entry: the sum has been the balance once.
 */
export function stateAt(
  card: GiftCardRecord,
  entries: readonly GiftCardTransaction[],
  at: string,
): { status: GiftCardStatus; balance: number } | undefined {
  const later = entries.findIndex(({ created_at }) => created_at > at);
  const told = later < 0 ? entries : entries.slice(0, later);
  if (told.length === 0) return undefined;
  const balance = told.reduce((sum, { amount }) => sum + amount, 0);
  const last = told.findLast(({ type }) => type === 'disabled' || type === 'enabled');
  const disabled_at = last?.type === 'disabled' ? last.created_at : null;
  return { status: statusOf({ ...card, balance, disabled_at }, at), balance };
}

type Statuses = LiabilityPage['statuses'];

/** Cards and their balances together, by status. */
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
