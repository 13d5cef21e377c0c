/**
 * The rules that only gift cards have: codes, recipients, send dates and taking back (contract, "Gift cards"; Storefront page). `lib/ledger` has the
 * rules of their balances.
 */

import { freeFromRefund, liveHolds } from '../../ledger/hold-rules.ts';
import {
  type Account,
  type Change,
  type ChangeContext,
  change,
  isPast,
  type Opening,
  open,
  refusePastExpiry,
  statusOf,
} from '../../ledger/rules.ts';
import { expanded } from '../../schema/expand.ts';
import { show } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { pastForAllClocks, secondsBefore } from '../../schema/times.ts';
import type { Terms } from '../search/name-rules.ts';
import { type ExpandedGiftCard, type GiftCard, type GiftCardExpansion, type GiftCardMail, giftCard } from './fields.ts';

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

export interface GiftCardRecord extends Account, Omit<GiftCard, 'status'>, Partial<Purchase> {
  code_hash: string;
  /** The card's email contains this site's name and address. */
  site_id: string | null;
  /** Languages for the card's email (BCP 47), the preferred one first. The language of the site comes last. */
  locales: readonly string[];
  /**
   * Set until the email on the send date is sent, or the date passes without it: the hash of the code that the card was issued with, which
   * was given to no one. While the card has that code, it waits for the date; with another code, its email is being sent.
   */
  unsent_code_hash?: string | undefined;
  /** When the email with the present code was queued; absent if none was, or if it was queued before 0.6.0. */
  mail_queued_at?: string | undefined;
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
  /** The terms by which a search finds it: its recipient's address. */
  found_by?: Terms | undefined;
}

/** The stored form of a code. */
export interface CodeRecord {
  hash: string;
  last4: string;
}

interface Issue extends Omit<Opening, 'order_id'> {
  code: CodeRecord;
  site_id: string | null;
  recipient_email?: string | null | undefined;
  message?: string | null | undefined;
  locales?: readonly string[];
  /** Set if an order buys the card. */
  purchase?: Purchase;
  /** When its email is due. */
  send_at?: string | null;
  /** Whether the recipient is to be forgotten once that email is sent. */
  forgets_recipient?: boolean;
  found_by?: Terms | undefined;
}

/** A new card with its `issued` entry. Throws `INVALID_FIELD` where it would have expired already. */
export function issue(input: Issue, context: ChangeContext): Required<Change<GiftCardRecord>> {
  const { code, site_id, locales = [], purchase } = input;
  const { now } = context;
  refusePastExpiry(input.expires_at, now);
  const recipient_email = input.recipient_email ?? null;
  const { next, transaction } = open({ ...input, order_id: purchase?.order_id }, context);
  return {
    next: {
      ...next,
      last4: code.last4,
      code_hash: code.hash,
      site_id,
      ...purchase,
      locales,
      found_by: input.found_by,
      recipient_email,
      message: recipient_email === null ? null : (input.message ?? null),
      ...(isToCome(input.send_at ?? null, now)
        ? { unsent_code_hash: code.hash, ...(input.forgets_recipient && { forgets_recipient: true as const }) }
        : { mail_queued_at: recipient_email === null ? undefined : now }),
    },
    transaction,
  };
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

/** The card with another code, to be emailed to the given recipient with the given terms, or else to its own. Holds and ledger stay. */
export function replaceCode(
  card: GiftCardRecord,
  {
    code,
    recipient_email,
    found_by,
  }: { code: CodeRecord; recipient_email?: string | null | undefined; found_by?: Terms | undefined },
  now: string,
): GiftCardRecord {
  const recipient = recipient_email ?? card.recipient_email;
  return {
    ...card,
    last4: code.last4,
    code_hash: code.hash,
    recipient_email: recipient,
    found_by: found_by ?? card.found_by,
    mail_queued_at: recipient === null ? undefined : now,
    updated_at: now,
  };
}

/**
 * Takes a card back with a refund of the order that bought it: its balance becomes 0. It is not emailed on its send date. A card without
 * a balance gets no entry.
 */
export function takeBack(
  card: GiftCardRecord,
  { order_id, refund_id }: { order_id: string; refund_id: string },
  how: ChangeContext,
): Change<GiftCardRecord> {
  const freed = freeFromRefund(isScheduled(card) ? unscheduled(card, how.now) : card);
  const taken = {
    ...freed,
    holds: liveHolds(freed, how.now),
    taken_back_by: refund_id,
    mail_queued_at: undefined,
  };
  return card.balance === 0
    ? { next: taken }
    : change(taken, { type: 'adjusted', amount: -card.balance, order_id, note: 'Refund' }, how);
}

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

/** What is stored about a card's email, outside of the card. */
export interface MailMarks {
  /** When the email is due, if the card waits for its send date. */
  send_at: string | undefined;
  /** When the email with the present code was sent, and when its last delivery failed. */
  sent_at: string | undefined;
  failed_at: string | undefined;
}

/** Whether an email that was not sent yet is to be sent: not to a forgotten recipient, nor for a card that was taken back. */
export const isMailed = ({ recipient_email, taken_back_by, balance }: GiftCardRecord): boolean =>
  recipient_email !== null && (taken_back_by === undefined || balance > 0);

/** The state of the email with the present code. */
export function mailOf(card: GiftCardRecord, { send_at, sent_at, failed_at }: MailMarks, now: string): GiftCardMail {
  if (sent_at !== undefined) return { status: 'sent', at: sent_at };
  if (!isMailed(card)) return { status: 'none', at: null };
  if (isScheduled(card)) return { status: 'scheduled', at: send_at ?? null };
  if (failed_at !== undefined) return { status: 'failed', at: failed_at };
  if (card.mail_queued_at === undefined) return { status: 'none', at: null };
  // A function that died with the last delivery has recorded no failure.
  const triedUntil = mailTriedUntil(card.mail_queued_at);
  return isPast(triedUntil, now) ? { status: 'failed', at: triedUntil } : { status: 'queued', at: card.mail_queued_at };
}

/** When an email that was queued at a time counts as failed if it was not sent. */
export const mailTriedUntil = (queued_at: string): string => secondsBefore(queued_at, -limits.mailSeconds);

/** The card as the contract shows it at a time, with the fields that a request expands. */
export function expandedView(
  card: GiftCardRecord,
  names: readonly GiftCardExpansion[],
  { now, marks }: { now: string; marks: MailMarks },
): ExpandedGiftCard {
  const { order_id, customer_id } = card;
  const all = {
    order: order_id === undefined || customer_id === undefined ? null : { id: order_id, customer_id },
    mail: mailOf(card, marks, now),
  };
  return expanded(view(card, now), all, names);
}
