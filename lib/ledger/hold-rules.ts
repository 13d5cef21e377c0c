/** The holds of checkouts on gift cards and store credits (Storefront page). Live holds never exceed the balance. */

import { invalidField } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { utf8Bytes } from '../schema/text.ts';
import { pastForAllClocks } from '../schema/times.ts';
import type { AdjustInput } from './fields.ts';
import {
  type Account,
  type Change,
  type ChangeContext,
  change,
  type Hold,
  kindOf,
  refusePastExpiry,
  statusOf,
} from './rules.ts';

/** The holds that count against other checkouts at a time: those that have not expired by every clock. */
export const liveHolds = ({ holds }: Pick<Account, 'holds'>, now: string): Hold[] =>
  holds.filter(({ expires_at }) => expires_at > pastForAllClocks(now));

/** The amount that open checkouts hold at a time. */
export const heldOf = (account: Pick<Account, 'holds'>, now: string): number => amountOf(liveHolds(account, now));

const amountOf = (holds: readonly Hold[]): number => holds.reduce((sum, { amount }) => sum + amount, 0);

/** Raises or lowers the balance. Throws `INVALID_FIELD` below zero, below what checkouts hold, and above the limit. */
export function adjust<A extends Account>(
  account: A,
  { amount, note }: AdjustInput,
  how: ChangeContext,
): Required<Change<A>> {
  refuseRefunding(account, 'amount');
  const balance = account.balance + amount;
  if (balance < 0) throw invalidField('Balance cannot go below zero', 'amount');
  if (amount < 0 && balance < heldOf(account, how.now)) {
    throw invalidField('Balance cannot go below what open checkouts hold', 'amount');
  }
  if (amount > 0 && balance > limits.giftCardValue) {
    throw invalidField(`Balance cannot exceed ${limits.giftCardValue}`, 'amount');
  }
  return change(account, { type: 'adjusted', amount, note }, how);
}

/** A hold that a checkout requests. */
export interface HoldRequest {
  checkout_id: string;
  amount: number;
  currency: string;
  expires_at: string;
}

/**
 * Replaces a checkout's hold: it holds as much of `amount` as is free. A repeated request changes nothing. Throws
 * `INVALID_FIELD` if the account cannot be applied.
 */
export function hold<A extends Account>(
  account: A,
  { checkout_id, amount, currency, expires_at }: HoldRequest,
  now: string,
): { next: A; held: number } {
  const live = liveHolds(account, now);
  const existing = live.find((each) => each.checkout_id === checkout_id);
  if (existing?.asked === amount && existing.expires_at === expires_at) return { next: account, held: existing.amount };

  const { noun, field } = kindOf(account);
  refuseRefunding(account, field);
  const status = statusOf(account, now);
  if (status !== 'active') throw invalidField(`The ${noun} is ${status}`, field);
  if (account.currency !== currency) throw invalidField(`The ${noun} is in ${account.currency}`, 'currency');
  refusePastExpiry(expires_at, now);

  const others = live.filter((each) => each.checkout_id !== checkout_id);
  if (bytesOf(others) + bytesOf([{ checkout_id }]) > limits.giftCardHoldBytes) {
    throw invalidField(`Too many checkouts hold the ${noun}`);
  }
  // A faster clock may have released another hold that still counts here: this checkout keeps what it holds.
  const own = holdOf(account, checkout_id, now)?.amount ?? 0;
  const held = Math.min(amount, Math.max(own, freeBeside(account, others)));
  return { next: { ...account, holds: [...others, { checkout_id, amount: held, asked: amount, expires_at }] }, held };
}

/**
 * The checkout id in the hold of an unfinished refund of the order that a card was bought with. Callers cannot send an empty id, so no checkout
 * can spend this hold. Earlier releases treat it like the hold of another checkout.
 */
const refundCheckout = '';

/** The account with a hold on its whole balance for a refund of its order. It must have no live hold of a checkout. */
export const holdForRefund = <A extends Account>(account: A): A => ({
  ...account,
  holds: [
    {
      checkout_id: refundCheckout,
      amount: account.balance,
      asked: account.balance,
      expires_at: '9999-12-31T23:59:59Z',
    },
  ],
});

export const isHeldForRefund = ({ holds }: Pick<Account, 'holds'>): boolean =>
  holds.some(({ checkout_id }) => checkout_id === refundCheckout);

/** The account after a refund that held it was refused. */
export const freeFromRefund = <A extends Account>(account: A): A => ({
  ...account,
  holds: account.holds.filter(({ checkout_id }) => checkout_id !== refundCheckout),
});

function refuseRefunding(account: Account, field: string): void {
  if (isHeldForRefund(account)) throw invalidField(`The ${kindOf(account).noun} is being refunded`, field);
}

/** Bytes that holds take in the account's item: 100 for names, amounts and times, plus the checkout's id. */
const bytesOf = (holds: readonly Pick<Hold, 'checkout_id'>[]): number =>
  holds.reduce((sum, { checkout_id }) => sum + 100 + utf8Bytes(checkout_id), 0);

/** The account without a checkout's hold and without lapsed holds. `released` is 0 if the hold had already lapsed. */
export function release<A extends Account>(account: A, checkout: string, now: string): { next: A; released: number } {
  const live = liveHolds(account, now);
  const holds = live.filter(({ checkout_id }) => checkout_id !== checkout);
  return { next: { ...account, holds }, released: heldOf({ holds: live }, now) - heldOf({ holds }, now) };
}

/** The hold of a checkout, which the checkout's order may spend until the hold expires. */
export const holdOf = ({ holds }: Pick<Account, 'holds'>, checkout: string, now: string): Hold | undefined =>
  holds.find(({ checkout_id, expires_at }) => checkout_id === checkout && expires_at > now);

/**
 * The amount that a checkout could spend now: its hold plus the free balance, or only its hold if the account is not active. Without a
 * checkout: the free balance, or 0 if the account is not active.
 */
export function availableTo(account: Account, checkout: string | undefined, now: string): number {
  const own = checkout === undefined ? 0 : (holdOf(account, checkout, now)?.amount ?? 0);
  if (statusOf(account, now) !== 'active') return own;
  const others = liveHolds(account, now).filter(({ checkout_id }) => checkout_id !== checkout);
  return Math.max(own, freeBeside(account, others));
}

/** The balance is never below the holds; if it were, nothing more could be held. */
const freeBeside = ({ balance }: Account, others: readonly Hold[]): number => Math.max(0, balance - amountOf(others));

/** Spends some of a checkout's hold on an order, for an account of any status, and frees the rest. */
export function redeem<A extends Account>(
  account: A,
  { checkout_id, order_id, amount }: { checkout_id: string; order_id: string; amount: number },
  how: ChangeContext,
): Change<A> {
  const { next } = release(account, checkout_id, how.now);
  return amount === 0 ? { next } : change(next, { type: 'redeemed', amount: -amount, order_id }, how);
}
