/** The rules of orders and refunds (contract, "Gift cards", behavior rules; Storefront page). */

import { ApiError, invalidField, missingField } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { codePoints } from '../../schema/text.ts';
import { secondsBefore } from '../../schema/times.ts';
import { isMailAddress } from '../../schema/values.ts';
import type { ImportedProduct } from '../catalog/fields.ts';
import { refuseLineCount } from '../gift-cards/checkout-rules.ts';
import type { GiftOption } from '../gift-options/fields.ts';
import type { Order, OrderInput, OrderLine, OrderLineInput, Payment, Refund } from './fields.ts';

export interface OrderRecord extends Order {
  recorded_status: OrderInput['status'];
  /** For each line whether its units become gift cards, judged when the order was recorded. */
  gift_card_lines: boolean[];
  /** Null once the customer has been deleted. */
  customer_email: string | null;
  /** The language of emails to the customer (BCP 47). */
  customer_locale: string | null;
  /** Set once the customer has been deleted: the order contains no personal data of theirs. */
  forgotten?: true;
  /** Set while the customer is being removed from the order's gift cards: the id of the last finished card. */
  forgotten_to?: string | undefined;
  /** Units that have become gift cards; all of them once nothing is owed. */
  cards_issued: number;
  refunded_to_card: number;
  refunded_to_gift_card: number;
  /** The last refund, absent before the first, kept here so that events of the order need only the order. */
  last_refund?: Pick<Refund, 'refund_id' | 'to_card' | 'to_gift_card'>;
}

interface OrderContext {
  site: { gift_notes_enabled: boolean; gift_note_max_length: number };
  customer: { email: string; locale: string | null };
  /** By id. */
  products: ReadonlyMap<string, ImportedProduct>;
  giftOption: GiftOption | undefined;
  storeCurrency: string;
  /** The holds of the order's checkout on gift cards, in order of joining. */
  holds: readonly { gift_card_id: string; amount: number }[];
  now: string;
}

const withDefaults = (line: OrderLineInput): OrderLine => ({
  ...line,
  discount: line.discount ?? 0,
  tax: line.tax ?? 0,
  recipient_email: line.recipient_email ?? null,
  message: line.message ?? null,
  locale: line.locale ?? null,
  send_at: line.send_at ?? null,
});

/** The fields of an order that come from its input, with defaults. */
const contentOf = ({ status: _, gift_option_id: __, ...input }: OrderInput) => ({
  ...input,
  lines: input.lines.map(withDefaults),
  gift_note: input.gift_note || null,
  shipping: input.shipping ?? 0,
  shipping_tax: input.shipping_tax ?? 0,
  checkout_id: input.checkout_id ?? null,
});

/** A new order. Throws `INVALID_FIELD` or `MISSING_FIELD` if it breaks a rule. */
export function newOrder(input: OrderInput, context: OrderContext): OrderRecord {
  const { site, customer, products, giftOption, storeCurrency, holds, now } = context;
  const content = contentOf(input);
  if (input.gift_option_id && !giftOption?.enabled)
    throw invalidField('gift_option is no longer offered', 'order.gift_option_id');
  refuseGiftNote(content.gift_note, site);

  const isGiftCard = ({ product_id }: OrderLine) => products.get(product_id)?.delivery === 'gift_card';
  refuseLineCount(content.lines.length, holds.length, 'order.lines');
  refuseLines(content.lines, isGiftCard, { customer, now });
  const gift_card_lines = content.lines.map(isGiftCard);
  if (gift_card_lines.includes(true) && input.currency !== storeCurrency) {
    throw invalidField(`Gift cards are sold in ${storeCurrency}`, 'order.currency');
  }
  if (unitsOf(content.lines, gift_card_lines) > limits.orderUnits) {
    throw invalidField(`An order can have at most ${limits.orderUnits} gift cards`, 'order.lines');
  }

  const gift_option = giftOption ? { id: giftOption.id, name: giftOption.name, price: giftOption.price } : null;
  const tax = sum(content.lines.map((line) => line.tax)) + content.shipping_tax;
  const total = sum(content.lines.map(netOf)) + (gift_option?.price ?? 0) + content.shipping + tax;
  if (!Number.isSafeInteger(total)) throw invalidField('The total is too high', 'order.lines');

  const payments = paymentsOf(holds, total);
  const paid_by_gift_card = sum(payments.map(({ amount }) => amount));
  return {
    ...content,
    status: input.status,
    recorded_status: input.status,
    gift_option,
    tax,
    total,
    paid_by_gift_card,
    paid_by_card: total - paid_by_gift_card,
    gift_card_id: payments[0]?.gift_card_id ?? null,
    payments,
    gift_card_lines,
    customer_email: customer.email,
    customer_locale: customer.locale,
    cards_issued: 0,
    refunded_to_card: 0,
    refunded_to_gift_card: 0,
    created_at: now,
  };
}

/** The payments of a total by holds, in order of joining. A hold of which nothing is needed pays nothing. */
function paymentsOf(holds: OrderContext['holds'], total: number): Payment[] {
  let left = total;
  return holds.flatMap((hold) => {
    const amount = Math.min(hold.amount, left);
    left -= amount;
    return amount > 0 ? [{ type: 'gift_card', gift_card_id: hold.gift_card_id, amount, refunded: 0 }] : [];
  });
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const netOf = ({ quantity, unit_price, discount }: OrderLine): number => quantity * unit_price - discount;

function refuseLines(
  lines: readonly OrderLine[],
  isGiftCard: (line: OrderLine) => boolean,
  { customer, now }: Pick<OrderContext, 'customer' | 'now'>,
): void {
  for (const [index, line] of lines.entries()) refuseLine(line, index, isGiftCard(line) && customer);
  for (const [index, line] of lines.entries()) if (isGiftCard(line)) refuseSendAt(line, index, now);
}

/** The path of a line's field in an error. */
const lineField = (index: number, name: keyof OrderLine): string => `order.lines[${index}].${name}`;

/** `customer` is the buyer of a gift card line; false for another line. */
function refuseLine(line: OrderLine, index: number, customer: OrderContext['customer'] | false): void {
  const field = (name: keyof OrderLine) => lineField(index, name);
  if (netOf(line) < 0) throw invalidField('line discount cannot exceed the price of the line', field('discount'));
  if (!customer) return;
  const charged = (['discount', 'tax'] as const).filter((name) => line[name] !== 0);
  if (charged.length > 0) {
    throw invalidField('A gift card line has no discount and no tax', ...charged.map(field));
  }
  if (line.unit_price < 1 || line.unit_price > limits.giftCardValue) {
    const message = `unit_price of a gift card must be between 1 and ${limits.giftCardValue}`;
    throw invalidField(message, field('unit_price'));
  }
  if (!isMailAddress(line.recipient_email ?? customer.email)) {
    const message = 'line recipient_email must be an email address: none can be sent to the customer';
    throw invalidField(message, field('recipient_email'));
  }
}

function refuseSendAt({ send_at, recipient_email }: OrderLine, index: number, now: string): void {
  if (send_at === null) return;
  if (recipient_email === null) {
    throw missingField('line recipient_email is required with send_at', lineField(index, 'recipient_email'));
  }
  if (send_at > secondsBefore(now, -limits.sendAtDays * 86_400)) {
    throw invalidField(`line send_at must be within ${limits.sendAtDays} days`, lineField(index, 'send_at'));
  }
}

function refuseGiftNote(note: string | null, site: OrderContext['site']): void {
  if (note === null) return;
  if (!site.gift_notes_enabled) throw invalidField('gift_note is not allowed on this site', 'order.gift_note');
  if (codePoints(note) > site.gift_note_max_length) {
    const message = `gift_note must be ${site.gift_note_max_length} characters or fewer`;
    throw invalidField(message, 'order.gift_note');
  }
}

/** Whether an order was recorded from this input, judged by the fields that are still stored. */
export function isRecordedFrom(order: OrderRecord, input: OrderInput): boolean {
  const known = order.forgotten ? impersonal(order) : order;
  const { lines, ...content } = order.forgotten ? impersonal(contentOf(input)) : contentOf(input);
  return (
    order.recorded_status === input.status &&
    (order.gift_option?.id ?? null) === (input.gift_option_id ?? null) &&
    known.lines.length === lines.length &&
    lines.every((line, index) => isSameLine(line, known.lines[index])) &&
    isEqual(content, known)
  );
}

/** Compares a line with a stored one. Releases up to 0.2.0 ignore `locale` and `send_at`: if one is not stored, any value matches. */
const isSameLine = (line: OrderLine, known: OrderLine | undefined): boolean =>
  isEqual(
    {
      ...line,
      locale: known?.locale === null ? null : line.locale,
      send_at: known?.send_at === null ? null : line.send_at,
    },
    known,
  );

const impersonal = <T extends Pick<Order, 'lines' | 'gift_note'>>(order: T): T => ({
  ...order,
  gift_note: null,
  lines: order.lines.map((line) => ({ ...line, recipient_email: null, message: null, locale: null })),
});

/**
 * The order of a deleted customer: without note, messages and email addresses. Another recipient's address stays while cards are still to be
 * issued to it.
 */
export function forgetCustomer(order: OrderRecord): OrderRecord {
  const own = order.customer_email?.toLowerCase();
  const isAwaited = lineIssuing(order);
  const lines = order.lines.map((line, index) => {
    const stays = isAwaited(index) && line.recipient_email?.toLowerCase() !== own;
    const { recipient_email, locale } = stays ? line : { recipient_email: null, locale: null };
    return { ...line, recipient_email, locale, message: null };
  });
  return { ...order, customer_email: null, customer_locale: null, gift_note: null, lines, forgotten: true };
}

/** Whether units of a line may still become gift cards. */
function lineIssuing({ status, lines, gift_card_lines, cards_issued }: OrderRecord): (index: number) => boolean {
  const ends = lines.map((_, index) => unitsOf(lines.slice(0, index + 1), gift_card_lines));
  return (index) => status !== 'cancelled' && gift_card_lines[index] === true && (ends[index] ?? 0) > cards_issued;
}

/** The order with more of its cards issued. */
export function withIssued(order: OrderRecord, cards: number): OrderRecord {
  const next = { ...order, cards_issued: order.cards_issued + cards };
  return order.forgotten ? forgetCustomer(next) : next;
}

const isEqual = (fields: object, other: object | undefined): boolean => {
  const values = new Map<string, unknown>(Object.entries(other ?? {}));
  return Object.entries(fields).every(([name, value]) => values.get(name) === value);
};

/** Whether an order is paid or fulfilled. A cancelled order was never paid. */
export const isPaid = ({ status }: Pick<Order, 'status'>): boolean => status === 'paid' || status === 'fulfilled';

function refuseCancelled({ status }: OrderRecord): void {
  if (status === 'cancelled') throw invalidField('The order is cancelled');
}

/** Marks a pending order as paid; undefined if it is already paid. Throws `INVALID_FIELD` for a cancelled order. */
export function pay(order: OrderRecord): OrderRecord | undefined {
  refuseCancelled(order);
  return isPaid(order) ? undefined : { ...order, status: 'paid' };
}

/** Marks a paid order as fulfilled; undefined if it is already fulfilled. Throws `INVALID_FIELD` for any other order. */
export function fulfil(order: OrderRecord): OrderRecord | undefined {
  refuseCancelled(order);
  if (!isPaid(order)) throw invalidField('The order is not paid');
  return order.status === 'fulfilled' ? undefined : { ...order, status: 'fulfilled' };
}

/**
 * Cancels a pending order, with a full refund to its gift cards; undefined if it is cancelled already. Throws `INVALID_FIELD` for a paid
 * one.
 */
export function cancel(order: OrderRecord): OrderRecord | undefined {
  if (order.status === 'cancelled') return undefined;
  if (order.status !== 'pending') throw invalidField('Only a pending order can be cancelled');
  const payments = order.payments.map((payment) => ({ ...payment, refunded: payment.amount }));
  return { ...order, status: 'cancelled', payments, refunded_to_gift_card: order.paid_by_gift_card };
}

/** Units of the lines that become gift cards. */
const unitsOf = (lines: readonly OrderLine[], giftCardLines: readonly boolean[]): number =>
  sum(lines.filter((_, index) => giftCardLines[index]).map(({ quantity }) => quantity));

/** How many gift cards a paid order still owes. */
export const cardsOwed = (order: OrderRecord): number =>
  isPaid(order) ? unitsOf(order.lines, order.gift_card_lines) - order.cards_issued : 0;

/** A gift card that an order owes. */
interface DueCard {
  value: number;
  recipient_email: string | null;
  message: string | null;
  locales: string[];
  /** When its email is due; null if at once. */
  send_at: string | null;
  /** The recipient is to be forgotten once that email is sent. */
  forgets_recipient: boolean;
}

/** Whether some of the gift cards of an order may wait for their send date. */
export const hasDays = ({ lines }: OrderRecord): boolean => lines.some(({ send_at }) => send_at !== null);

/** The next few gift cards that an order owes, in the order of its lines. */
export function nextCards(order: OrderRecord, limit: number) {
  const due: DueCard[] = [];
  let before = order.cards_issued;
  for (const line of order.lines.filter((_, index) => order.gift_card_lines[index])) {
    const count = Math.min(Math.max(0, line.quantity - before), limit - due.length, Math.max(0, cardsOwed(order)));
    const recipient_email = line.recipient_email ?? order.customer_email;
    const locales = [line.locale, order.customer_locale].filter((locale) => locale !== null);
    const { message, send_at } = line;
    const forgets_recipient = order.forgotten === true;
    const card = { value: line.unit_price, recipient_email, message, locales, send_at, forgets_recipient };
    due.push(...Array.from({ length: count }, () => card));
    before = Math.max(0, before - line.quantity);
  }
  return due;
}

/**
 * Divides a refund: first to the buyer's payment card, up to the amount charged to it; the rest to the gift cards. The tax of a refund is the tax
 * of all refunds so far, rounded, minus the tax of the earlier ones, so full refunds carry the exact tax. Throws `INVALID_FIELD` for an unpaid
 * order and for more than was paid.
 */
export function divideRefund(
  order: OrderRecord,
  { refund_id, amount }: { refund_id: string; amount: number },
): { refund: Refund; next: OrderRecord } {
  refuseCancelled(order);
  if (!isPaid(order)) throw invalidField('The order is not paid');
  const before = order.refunded_to_card + order.refunded_to_gift_card;
  if (amount > order.total - before) throw invalidField('A refund cannot exceed what was paid', 'amount');
  const to_card = Math.min(amount, order.paid_by_card - order.refunded_to_card);
  const to_gift_card = amount - to_card;
  return {
    refund: {
      refund_id,
      to_card,
      to_gift_card,
      tax: taxShare(order, before + amount) - taxShare(order, before),
      order_id: order.id,
    },
    next: {
      ...order,
      payments: withReturned(order.payments, to_gift_card),
      refunded_to_card: order.refunded_to_card + to_card,
      refunded_to_gift_card: order.refunded_to_gift_card + to_gift_card,
      last_refund: { refund_id, to_card, to_gift_card },
    },
  };
}

/** Payments with more refunded to them, in reverse order of joining, to each at most what it paid. */
function withReturned(payments: readonly Payment[], returned: number): Payment[] {
  let left = returned;
  const lastFirst = payments.toReversed().map((payment) => {
    const amount = Math.min(left, payment.amount - payment.refunded);
    left -= amount;
    return { ...payment, refunded: payment.refunded + amount };
  });
  return lastFirst.toReversed();
}

/**
 * Whether earlier releases must find nothing left to refund in the order: they know only one payment by gift card, and would return
 * everything to it.
 */
export const isClosedToEarlierReleases = (order: Pick<Order, 'payments'>): boolean => order.payments.length > 1;

/**
 * The tax contained in a part of the total, rounded half up; in BigInt, since the product can exceed the safe integers. The total of a refunded
 * order is at least 1.
 */
const taxShare = ({ tax, total }: Order, part: number): number =>
  Number((2n * BigInt(tax) * BigInt(part) + BigInt(total)) / (2n * BigInt(total)));

/** Throws `FORBIDDEN` if an order does not allow downloads. */
export function refuseUnpaid(order: Pick<Order, 'status'>): void {
  if (order.status === 'cancelled') throw new ApiError('FORBIDDEN', 'The order is cancelled');
  if (!isPaid(order)) throw new ApiError('FORBIDDEN', 'The order is not paid');
}
