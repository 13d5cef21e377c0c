/**
 * The rules of gift cards (contract, "Gift cards"; Storefront page). Every change gives the next card and at most one ledger entry; the
 * entries' amounts add up to the balance. Money is in the smallest unit of the card's currency.
 */

import { invalidField } from '../../schema/errors.ts';
import { show } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { utf8Bytes } from '../../schema/text.ts';
import { pastForAllClocks } from '../../schema/times.ts';
import type { Actor } from '../stores/rules.ts';
import {
  type AdjustGiftCardInput,
  type GiftCard,
  type GiftCardStatus,
  type GiftCardTransaction,
  giftCard,
  type UpdateGiftCardInput,
} from './fields.ts';

/** A checkout's hold on a card. The checkout can spend it until `expires_at`, by the clock of the current function. */
interface Hold {
  checkout_id: string;
  amount: number;
  /** The amount that the checkout requested. */
  asked: number;
  expires_at: string;
}

/**
 * The stored `gift_card_id` of a checkout or an order with several cards. No card has this id, so release 0.3.0 finds no card, and
 * does not spend, release or refund one card as if it were the only one.
 */
export const severalCards = 'gcd_several';

/** The order that a gift card was bought with, and its customer. */
interface Purchase {
  order_id: string;
  customer_id: string;
}

export interface GiftCardRecord extends Omit<GiftCard, 'status'>, Partial<Purchase> {
  code_hash: string;
  /** The card's email contains this site's name and address. */
  site_id: string | null;
  /** Languages for the card's email (BCP 47), the preferred one first. The language of the site comes last. */
  locales: readonly string[];
  holds: readonly Hold[];
  last_transaction_id: string;
  /** The last entry of the ledger, kept here so that events of the card need only the card. */
  last_entry: Pick<GiftCardTransaction, 'type' | 'amount' | 'order_id'>;
  /** The expiry that an event has already reported as passed. */
  expiry_told?: string;
  /**
   * Set until the email on the send date is sent, or the date passes without it: the hash of the code that the card was issued with, which
   * was given to no one. While the card has that code, it waits for the date; with another code, its email is being sent.
   */
  unsent_code_hash?: string | undefined;
  /** The buyer was deleted: the recipient is forgotten once that email is sent, or the send date has passed. */
  forgets_recipient?: true | undefined;
  /** The refund of its order that took the card back. */
  taken_back_by?: string;
  /** Set on an imported card: the values that its import wrote, to detect later changes of the card. */
  imported?: {
    /** The hash of the code that it was imported with. */
    code_hash: string;
    /** The entry that issued it. */
    issued_by: string;
    /** The entry that adjusted it in the same import, if its balance was not its initial value. */
    adjusted_by?: string | undefined;
    last_transaction_id: string;
    /** When the other system reported its balance. */
    exported_at: string;
  };
}

/** A later expiry of an expired card: the card was expired from `expired_at` until `extended_at`. */
export interface Extension {
  expired_at: string;
  extended_at: string;
}

/** A change of a card with its ledger entry; without one, nothing in the ledger has changed. */
export interface Change {
  next: GiftCardRecord;
  transaction?: GiftCardTransaction;
}

/** A change of a card that may extend it. */
export interface Update extends Change {
  extension?: Extension;
}

/** The context of a decision on a card: its actor, its time, and the id of its entry. */
export interface ChangeContext {
  actor: Actor;
  now: string;
  transactionId: string;
}

/** The stored form of a code. */
export interface CodeRecord {
  hash: string;
  last4: string;
}

interface Issue {
  id: string;
  code: CodeRecord;
  value: number;
  currency: string;
  site_id: string | null;
  recipient_email?: string | null | undefined;
  message?: string | null | undefined;
  locales?: readonly string[];
  note?: string | null | undefined;
  expires_at?: string | null | undefined;
  /** Set if an order buys the card. */
  purchase?: Purchase;
  /** When its email is due. */
  send_at?: string | null;
  /** Whether the recipient is to be forgotten once that email is sent. */
  forgets_recipient?: boolean;
}

/** A new card with its `issued` entry. Throws `INVALID_FIELD` where it would have expired already. */
export function issue(input: Issue, { actor, now, transactionId }: ChangeContext): Required<Change> {
  const { id, code, value, currency, site_id, locales = [], note = null, expires_at = null, purchase } = input;
  const order_id = purchase?.order_id ?? null;
  refusePastExpiry(expires_at, now);
  const recipient_email = input.recipient_email ?? null;
  const next = {
    id,
    last4: code.last4,
    code_hash: code.hash,
    currency,
    initial_value: value,
    balance: value,
    site_id,
    ...purchase,
    locales,
    recipient_email,
    message: recipient_email === null ? null : (input.message ?? null),
    note,
    expires_at,
    disabled_at: null,
    holds: [],
    last_transaction_id: transactionId,
    last_entry: { type: 'issued', amount: value, order_id } as const,
    created_at: now,
    updated_at: now,
    ...(isToCome(input.send_at ?? null, now) && {
      unsent_code_hash: code.hash,
      ...(input.forgets_recipient && { forgets_recipient: true as const }),
    }),
  };
  const { type, amount } = next.last_entry;
  const transaction = { id: transactionId, type, amount, balance: value, order_id, note: null, actor, created_at: now };
  return { next, transaction };
}

/** Whether some clock may still be before the time of an email. The email is never sent before its time. */
export const isToCome = (send_at: string | null, now: string): boolean =>
  send_at !== null && send_at > pastForAllClocks(now);

/** Whether a card waits for its send date: no one has its code. */
export const isScheduled = ({ unsent_code_hash, code_hash }: GiftCardRecord): boolean => unsent_code_hash === code_hash;

/** The card once the email on its send date is sent, or the date has passed without one. */
export const unscheduled = (card: GiftCardRecord, now: string): GiftCardRecord => ({
  ...card,
  unsent_code_hash: undefined,
  ...(card.forgets_recipient && {
    forgets_recipient: undefined,
    recipient_email: null,
    locales: [],
    updated_at: now,
  }),
});

function refusePastExpiry(expires_at: string | null, now: string): void {
  if (isPast(expires_at, now)) throw invalidField('expires_at must be in the future', 'expires_at');
}

export const isPast = (expires_at: string | null, now: string): boolean => expires_at !== null && expires_at <= now;

/** The status at a time: `disabled`, then `used`, then `expired`, then `active` (decisions, "Gift cards"). */
export function statusOf({ disabled_at, balance, expires_at }: GiftCardRecord, now: string): GiftCardStatus {
  if (disabled_at !== null) return 'disabled';
  if (balance === 0) return 'used';
  return isPast(expires_at, now) ? 'expired' : 'active';
}

/** Whether a card's expiry has passed, by every clock, and no event has reported it. */
export const isExpiryUntold = ({ expires_at, expiry_told }: GiftCardRecord, now: string): boolean =>
  isPast(expires_at, pastForAllClocks(now)) && expiry_told !== expires_at;

/** The holds that count against other checkouts at a time: those that have not expired by every clock. */
export const liveHolds = ({ holds }: Pick<GiftCardRecord, 'holds'>, now: string): Hold[] =>
  holds.filter(({ expires_at }) => expires_at > pastForAllClocks(now));

/** The amount that open checkouts hold at a time. */
export const heldOf = (card: Pick<GiftCardRecord, 'holds'>, now: string): number => amountOf(liveHolds(card, now));

const amountOf = (holds: readonly Hold[]): number => holds.reduce((sum, { amount }) => sum + amount, 0);

interface Entry {
  type: GiftCardTransaction['type'];
  amount?: number;
  order_id?: string | null;
  note?: string | null | undefined;
}

/** Changes a card. Entries keep the order of the changes even if clocks differ: an id is always greater than that of the card's last entry. */
export function change(
  card: GiftCardRecord,
  { type, amount = 0, order_id = null, note }: Entry,
  { actor, now, transactionId }: ChangeContext,
): Required<Change> {
  const id = laterId(card.last_transaction_id, transactionId);
  const balance = card.balance + amount;
  if (!Number.isSafeInteger(balance) || balance < 0) throw new Error('A balance left its bounds');
  return {
    next: {
      ...card,
      balance,
      last_transaction_id: id,
      last_entry: { type, amount, order_id },
      updated_at: now,
    },
    transaction: {
      id,
      type,
      amount,
      balance,
      order_id,
      note: note ?? null,
      actor,
      created_at: now,
    },
  };
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** `candidate` where it is greater than `last`, else the id that follows `last`. */
export function laterId(last: string, candidate: string): string {
  if (candidate > last) return candidate;
  const kept = last.replace(/z+$/, '');
  const place = crockford.indexOf(kept.slice(-1)) + 1;
  return kept.slice(0, -1) + crockford.charAt(place) + '0'.repeat(last.length - kept.length);
}

/**
 * Replaces expiry and note. An unchanged expiry may be in the past. The change of an expiry that has passed is kept for the books; any other
 * expiry never took effect. Throws `INVALID_FIELD`.
 */
export function update(card: GiftCardRecord, { expires_at, note }: UpdateGiftCardInput, now: string): Update {
  const expiry = expires_at ?? null;
  const next = { ...card, expires_at: expiry, note: note ?? null, updated_at: now };
  if (expiry === card.expires_at) return { next };
  refusePastExpiry(expiry, now);
  const { expires_at: expired_at } = card;
  const hasExpired = expired_at !== null && isPast(expired_at, now);
  return { next, ...(hasExpired && { extension: { expired_at, extended_at: now } }) };
}

/** The card with another code, to be emailed to the given recipient, or else to its own. Holds and ledger stay. */
export function replaceCode(
  card: GiftCardRecord,
  { code, recipient_email }: { code: CodeRecord; recipient_email?: string | null | undefined },
  now: string,
): GiftCardRecord {
  const recipient = recipient_email ?? card.recipient_email;
  return { ...card, last4: code.last4, code_hash: code.hash, recipient_email: recipient, updated_at: now };
}

/** Raises or lowers the balance. Throws `INVALID_FIELD` below zero, below what checkouts hold, and above the limit. */
export function adjust(card: GiftCardRecord, { amount, note }: AdjustGiftCardInput, how: ChangeContext): Change {
  refuseRefunding(card, 'amount');
  const balance = card.balance + amount;
  if (balance < 0) throw invalidField('Balance cannot go below zero', 'amount');
  if (amount < 0 && balance < heldOf(card, how.now)) {
    throw invalidField('Balance cannot go below what open checkouts hold', 'amount');
  }
  if (amount > 0 && balance > limits.giftCardValue) {
    throw invalidField(`Balance cannot exceed ${limits.giftCardValue}`, 'amount');
  }
  return change(card, { type: 'adjusted', amount, note }, how);
}

/** Undefined where the card is disabled already. */
export function disable(card: GiftCardRecord, how: ChangeContext): Change | undefined {
  if (card.disabled_at !== null) return undefined;
  const { next, transaction } = change(card, { type: 'disabled' }, how);
  return { next: { ...next, disabled_at: how.now }, transaction };
}

/** Undefined where the card is not disabled. */
export function enable(card: GiftCardRecord, how: ChangeContext): Change | undefined {
  if (card.disabled_at === null) return undefined;
  const { next, transaction } = change(card, { type: 'enabled' }, how);
  return { next: { ...next, disabled_at: null }, transaction };
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
 * `INVALID_FIELD` if the card cannot be applied.
 */
export function hold(
  card: GiftCardRecord,
  { checkout_id, amount, currency, expires_at }: HoldRequest,
  now: string,
): { next: GiftCardRecord; held: number } {
  const live = liveHolds(card, now);
  const existing = live.find((each) => each.checkout_id === checkout_id);
  if (existing?.asked === amount && existing.expires_at === expires_at) return { next: card, held: existing.amount };

  refuseRefunding(card, 'code');
  const status = statusOf(card, now);
  if (status !== 'active') throw invalidField(`The gift card is ${status}`, 'code');
  if (card.currency !== currency) throw invalidField(`The gift card is in ${card.currency}`, 'currency');
  refusePastExpiry(expires_at, now);

  const others = live.filter((each) => each.checkout_id !== checkout_id);
  if (bytesOf(others) + bytesOf([{ checkout_id }]) > limits.giftCardHoldBytes) {
    throw invalidField('Too many checkouts hold the gift card');
  }
  // A faster clock may have released another hold that still counts here: this checkout keeps what it holds.
  const own = holdOf(card, checkout_id, now)?.amount ?? 0;
  const held = Math.min(amount, Math.max(own, freeBeside(card, others)));
  return { next: { ...card, holds: [...others, { checkout_id, amount: held, asked: amount, expires_at }] }, held };
}

/**
 * The checkout id in the hold of an unfinished refund of the order that the card was bought with. Callers cannot send an empty id, so no checkout
 * can spend this hold. Earlier releases treat it like the hold of another checkout.
 */
const refundCheckout = '';

/** The card with a hold on its whole balance for a refund of its order. All live holds of checkouts must be 0; they stay, so that orders find them. */
export const holdForRefund = (card: GiftCardRecord, now: string): GiftCardRecord => ({
  ...card,
  holds: [
    ...liveHolds(card, now),
    { checkout_id: refundCheckout, amount: card.balance, asked: card.balance, expires_at: '9999-12-31T23:59:59Z' },
  ],
});

export const isHeldForRefund = ({ holds }: Pick<GiftCardRecord, 'holds'>): boolean =>
  holds.some(({ checkout_id }) => checkout_id === refundCheckout);

/** The card after a refund that held it was refused. */
export const freeFromRefund = (card: GiftCardRecord): GiftCardRecord => ({
  ...card,
  holds: card.holds.filter(({ checkout_id }) => checkout_id !== refundCheckout),
});

function refuseRefunding(card: GiftCardRecord, field: string): void {
  if (isHeldForRefund(card)) throw invalidField('The gift card is being refunded', field);
}

/**
 * Takes a card back with a refund of the order that bought it: its balance becomes 0. It is not emailed on its send date. A card without
 * a balance gets no entry.
 */
export function takeBack(
  card: GiftCardRecord,
  { order_id, refund_id }: { order_id: string; refund_id: string },
  how: ChangeContext,
): Change {
  const freed = freeFromRefund(isScheduled(card) ? unscheduled(card, how.now) : card);
  const taken = { ...freed, holds: liveHolds(freed, how.now), taken_back_by: refund_id };
  return card.balance === 0
    ? { next: taken }
    : change(taken, { type: 'adjusted', amount: -card.balance, order_id, note: 'Refund' }, how);
}

/** Bytes that holds take in the card's item: 100 for names, amounts and times, plus the checkout's id. */
const bytesOf = (holds: readonly Pick<Hold, 'checkout_id'>[]): number =>
  holds.reduce((sum, { checkout_id }) => sum + 100 + utf8Bytes(checkout_id), 0);

/** The card without a checkout's hold and without lapsed holds. `released` is 0 if the hold had already lapsed. */
export function release(
  card: GiftCardRecord,
  checkout: string,
  now: string,
): { next: GiftCardRecord; released: number } {
  const live = liveHolds(card, now);
  const holds = live.filter(({ checkout_id }) => checkout_id !== checkout);
  return { next: { ...card, holds }, released: heldOf({ holds: live }, now) - heldOf({ holds }, now) };
}

/** The hold of a checkout, which the checkout's order may spend until the hold expires. */
export const holdOf = ({ holds }: GiftCardRecord, checkout: string, now: string): Hold | undefined =>
  holds.find(({ checkout_id, expires_at }) => checkout_id === checkout && expires_at > now);

/**
 * The amount that a checkout could spend now: its hold plus the free balance, or only its hold if the card is not active. Without a
 * checkout: the free balance, or 0 if the card is not active.
 */
export function availableTo(card: GiftCardRecord, checkout: string | undefined, now: string): number {
  const own = checkout === undefined ? 0 : (holdOf(card, checkout, now)?.amount ?? 0);
  if (statusOf(card, now) !== 'active') return own;
  const others = liveHolds(card, now).filter(({ checkout_id }) => checkout_id !== checkout);
  return Math.max(own, freeBeside(card, others));
}

/** The balance is never below the holds; if it were, nothing more could be held. */
const freeBeside = ({ balance }: GiftCardRecord, others: readonly Hold[]): number =>
  Math.max(0, balance - amountOf(others));

/** Spends some of a checkout's hold on an order, for a card of any status, and frees the rest. */
export function redeem(
  card: GiftCardRecord,
  { checkout_id, order_id, amount }: { checkout_id: string; order_id: string; amount: number },
  how: ChangeContext,
): Change {
  const { next } = release(card, checkout_id, how.now);
  return amount === 0 ? { next } : change(next, { type: 'redeemed', amount: -amount, order_id }, how);
}

/** Returns an amount to the balance, for a card of any status. */
export const refund = (
  card: GiftCardRecord,
  { order_id, amount }: { order_id: string; amount: number },
  how: ChangeContext,
): Change => change(card, { type: 'refunded', amount, order_id }, how);

/**
 * The card without the recipient's address, the buyer's message and the staff note; undefined if it has none of these.
 * The address of a recipient other than the deleted customer stays until the email on the card's send date is sent.
 */
export function forgetRecipient(
  card: GiftCardRecord,
  now: string,
  isOwn: (address: string) => boolean = () => false,
): GiftCardRecord | undefined {
  const { recipient_email, message, note, unsent_code_hash } = card;
  if (recipient_email === null && message === null && note === null) return undefined;
  const forgotten = { ...card, message: null, note: null, updated_at: now };
  return recipient_email !== null && unsent_code_hash !== undefined && !isOwn(recipient_email)
    ? { ...forgotten, forgets_recipient: true }
    : { ...forgotten, recipient_email: null, locales: [] };
}

/** The card without an address that it was emailed to, and without its message; undefined for another recipient. */
export function forgetAddressee(
  card: GiftCardRecord,
  isTheirs: (address: string) => boolean,
  now: string,
): GiftCardRecord | undefined {
  if (card.recipient_email === null || !isTheirs(card.recipient_email)) return undefined;
  return { ...card, recipient_email: null, message: null, locales: [], updated_at: now };
}

/** A code as it is hashed: upper case, without hyphens and spaces (decisions, "Gift cards"). */
export const normaliseCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();

/** Whether a code, in any spelling, has the format of this service's codes. */
export const isOfService = (typed: string): boolean => /^[A-HJ-NP-Z2-9]{28}$/.test(normaliseCode(typed));

/** Seven groups of four. */
export const displayCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** The card as the contract shows it at a time. */
export const view = (card: GiftCardRecord, now: string): GiftCard =>
  show(giftCard, { ...card, status: statusOf(card, now) });
