/** The rules of orders (contract, "Gift cards", behavior rules; Storefront page). */

import { ApiError, invalidField, missingField } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import { codePoints } from '../../schema/text.ts';
import { secondsBefore } from '../../schema/times.ts';
import { isMailAddress } from '../../schema/values.ts';
import type { ImportedProduct } from '../catalog/fields.ts';
import { refuseLineCount } from '../gift-cards/checkout-rules.ts';
import type { GiftOption } from '../gift-options/fields.ts';
import type { Order, OrderInput, OrderLine, OrderLineInput, Payment, Refund } from './fields.ts';

/** The content of a refund request. */
export interface RefundContent {
  refund_id: string;
  amount?: number | undefined;
  /** In the order of the order's lines. */
  lines?: readonly { line: number; quantity: number }[] | undefined;
  keep_gift_cards?: true | undefined;
  /** Absent if the money goes back to the order's payments. */
  to?: 'store_credit' | undefined;
}

/** A refund that takes back more gift cards than one commit holds. The money moves in its last commit. */
export interface Refunding extends RefundContent {
  /** First every card is held, so that it cannot be spent; then each is taken back. If one cannot be held, all are freed again. */
  step: 'hold' | 'take' | 'free';
  /** The number of cards that are still to be held, for each line. */
  missing: number[];
  /** The last card of the order that this step has handled. */
  after?: string | undefined;
  /** The number of cards up to that card. */
  passed: number;
  /** The number of cards that are taken back. */
  taken: number;
  /** For each line, the last characters of the code of the first card that could not be held; null without such a card. */
  spent: (string | null)[];
}

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
  /** Number of units, in the order of the lines, that have become gift cards or never will. If no card is owed, all units count. */
  cards_issued: number;
  refunded_to_card: number;
  refunded_to_gift_card: number;
  /** Refunds of payments by store credit, and refunds to a new store credit. */
  refunded_to_store_credit: number;
  /**
   * For each payment, the refunded amount that did not return to it: its store credit had expired, or its customer was deleted. Absent
   * without such an amount.
   */
  payments_moved?: number[] | undefined;
  /** For each line, refunded units that keep their gift cards on purpose; absent if none do. */
  cards_kept?: number[] | undefined;
  /** For each line, refunded units that never become gift cards: its last units; absent without such units. */
  cards_withheld?: number[] | undefined;
  /** The part of the refunds that was for named units. */
  refunded_for_lines: number;
  /** The tax of the refunds minus their proportional share of the order's tax: refunds of units have the tax of the units. */
  tax_ahead: number;
  /** Set while a refund is not finished. */
  refunding?: Refunding | undefined;
  /** The last refund, absent before the first, kept here so that events of the order need only the order. */
  last_refund?: Pick<Refund, 'refund_id' | 'to_card' | 'to_gift_card' | 'to_store_credit'>;
}

/** The id of the gift card or store credit that paid. */
export const payerOf = (payment: Payment): string =>
  payment.type === 'gift_card' ? payment.gift_card_id : payment.store_credit_id;

/** The first gift card that paid, or null. */
export const firstCard = (payments: readonly Payment[]): string | null =>
  payments.find((payment) => payment.type === 'gift_card')?.gift_card_id ?? null;

/** Whether a gift card of an order paid for it; the others were bought with it. */
export const isPayment = ({ payments }: Pick<OrderRecord, 'payments'>, card: string): boolean =>
  payments.some((payment) => payerOf(payment) === card);

/** The amounts and the refunded amounts of the payments of a type. */
export function paymentSums(payments: readonly Payment[], type: Payment['type']): Pick<Payment, 'amount' | 'refunded'> {
  const own = payments.filter((payment) => payment.type === type);
  return { amount: sum(own.map(({ amount }) => amount)), refunded: sum(own.map(({ refunded }) => refunded)) };
}

/** The units of a line that are not refunded. */
export const unitsLeft = ({ quantity, refunded_quantity }: OrderLine): number => quantity - refunded_quantity;

/** Adds two counts for each line; undefined if all sums are 0. */
export function added(counts: readonly number[] | undefined, more: readonly number[]): number[] | undefined {
  const next = more.map((count, index) => count + (counts?.[index] ?? 0));
  return sum(next) > 0 ? next : undefined;
}

/** A hold of a checkout that pays for its order. */
type OrderHold = { amount: number } & ({ gift_card_id: string } | { store_credit_id: string; customer_id: string });

interface OrderContext {
  site: { gift_notes_enabled: boolean; gift_note_max_length: number; gift_cards_buy_gift_cards: boolean };
  customer: { email: string; locale: string | null };
  /** By id. */
  products: ReadonlyMap<string, ImportedProduct>;
  giftOption: GiftOption | undefined;
  storeCurrency: string;
  /** The holds of the order's checkout, in order of joining. */
  holds: readonly OrderHold[];
  now: string;
}

type RecordedLine = Omit<OrderLine, 'refunded_quantity'>;

const withDefaults = (line: OrderLineInput): RecordedLine => ({
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
  const lines = content.lines.map((line) => ({ ...line, refunded_quantity: 0 }));
  if (input.gift_option_id && !giftOption?.enabled)
    throw invalidField('gift_option is no longer offered', 'order.gift_option_id');
  refuseGiftNote(content.gift_note, site);

  const isGiftCard = ({ product_id }: OrderLine) => products.get(product_id)?.delivery === 'gift_card';
  refuseLineCount(lines.length, holds.length, 'order.lines');
  refuseLines(lines, isGiftCard, { customer, now });
  const gift_card_lines = lines.map(isGiftCard);
  if (gift_card_lines.includes(true) && input.currency !== storeCurrency) {
    throw invalidField(`Gift cards are sold in ${storeCurrency}`, 'order.currency');
  }
  if (unitsOf(lines, gift_card_lines) > limits.orderUnits) {
    throw invalidField(`An order can have at most ${limits.orderUnits} gift cards`, 'order.lines');
  }

  const gift_option = giftOption ? { id: giftOption.id, name: giftOption.name, price: giftOption.price } : null;
  const tax = sum(lines.map((line) => line.tax)) + content.shipping_tax;
  const total = sum(lines.map(netOf)) + (gift_option?.price ?? 0) + content.shipping + tax;
  if (!Number.isSafeInteger(total)) throw invalidField('The total is too high', 'order.lines');

  if (holds.some((hold) => 'customer_id' in hold && hold.customer_id !== input.customer_id)) {
    throw invalidField('The store credit belongs to another customer', 'order.customer_id');
  }
  const payments = paymentsOf(holds, total);
  const { amount: paid_by_gift_card } = paymentSums(payments, 'gift_card');
  const { amount: paid_by_store_credit } = paymentSums(payments, 'store_credit');
  const paid_by_card = total - paid_by_gift_card - paid_by_store_credit;
  const forCards = sum(lines.filter((_, index) => gift_card_lines[index]).map(netOf));
  if (!site.gift_cards_buy_gift_cards && paid_by_card < forCards) {
    throw invalidField('A gift card cannot pay for a gift card', 'order.checkout_id');
  }
  return {
    ...content,
    lines,
    status: input.status,
    recorded_status: input.status,
    gift_option,
    tax,
    total,
    paid_by_gift_card,
    paid_by_store_credit,
    paid_by_card,
    gift_card_id: firstCard(payments),
    payments,
    gift_card_lines,
    customer_email: customer.email,
    customer_locale: customer.locale,
    cards_issued: 0,
    refunded: 0,
    refunded_to_card: 0,
    refunded_to_gift_card: 0,
    refunded_to_store_credit: 0,
    refunded_for_lines: 0,
    tax_ahead: 0,
    created_at: now,
  };
}

/** The payments of a total by holds, in order of joining. A hold that is not needed pays nothing. */
function paymentsOf(holds: OrderContext['holds'], total: number): Payment[] {
  let left = total;
  return holds.flatMap((hold): Payment[] => {
    const amount = Math.min(hold.amount, left);
    left -= amount;
    if (amount === 0) return [];
    return 'gift_card_id' in hold
      ? [{ type: 'gift_card', gift_card_id: hold.gift_card_id, amount, refunded: 0 }]
      : [{ type: 'store_credit', store_credit_id: hold.store_credit_id, amount, refunded: 0 }];
  });
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The price of a line less its discount, before tax. */
export const netOf = ({
  quantity,
  unit_price,
  discount,
}: Pick<OrderLine, 'quantity' | 'unit_price' | 'discount'>): number => quantity * unit_price - discount;

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
const isSameLine = (line: RecordedLine, known: OrderLine | undefined): boolean =>
  isEqual(
    {
      ...line,
      locale: known?.locale === null ? null : line.locale,
      send_at: known?.send_at === null ? null : line.send_at,
    },
    known,
  );

const impersonal = <T extends { lines: RecordedLine[]; gift_note: string | null }>(order: T): T => ({
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
function lineIssuing(order: OrderRecord): (index: number) => boolean {
  const due = cardsDue(order);
  return (index) => order.status !== 'cancelled' && (due[index] ?? 0) > 0;
}

/** The number of units that are still to become gift cards once the order is paid, for each line. */
export function cardsDue({ lines, gift_card_lines, cards_issued, cards_withheld = [] }: OrderRecord): number[] {
  let passed = cards_issued;
  return lines.map(({ quantity }, index) => {
    if (!gift_card_lines[index]) return 0;
    const before = Math.min(passed, quantity);
    passed -= before;
    return Math.max(0, quantity - (cards_withheld[index] ?? 0) - before);
  });
}

/** The number of units that have become gift cards. */
export function cardsIssued(order: OrderRecord): number {
  const { lines, gift_card_lines, cards_withheld = [] } = order;
  return unitsOf(lines, gift_card_lines) - sum(cards_withheld) - sum(cardsDue(order));
}

/** The order with more of its cards issued. */
export function withIssued(order: OrderRecord, cards: number): OrderRecord {
  const due = cardsDue(order);
  let [left, before, cards_issued] = [cards, 0, order.cards_issued];
  for (const [index, { quantity }] of order.lines.entries()) {
    if (!order.gift_card_lines[index]) continue;
    const issued = Math.min(left, due[index] ?? 0);
    left -= issued;
    const stillDue = (due[index] ?? 0) - issued;
    if (issued > 0) cards_issued = before + quantity - (order.cards_withheld?.[index] ?? 0) - stillDue;
    before += quantity;
  }
  return settled({ ...order, cards_issued });
}

/** The order after a change of its cards or refunds. If it owes no cards, all its units count as issued; if its customer is deleted, recipients are removed. */
export function settled(order: OrderRecord): OrderRecord {
  const isDone = isPaid(order) && cardsOwed(order) === 0;
  const next = isDone ? { ...order, cards_issued: unitsOf(order.lines, order.gift_card_lines) } : order;
  return order.forgotten ? forgetCustomer(next) : next;
}

const isEqual = (fields: object, other: object | undefined): boolean => {
  const values = new Map<string, unknown>(Object.entries(other ?? {}));
  return Object.entries(fields).every(([name, value]) => values.get(name) === value);
};

/** Whether an order is paid or fulfilled. A cancelled order was never paid. */
export const isPaid = ({ status }: Pick<Order, 'status'>): boolean => status === 'paid' || status === 'fulfilled';

export function refuseCancelled({ status }: OrderRecord): void {
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
 * Cancels a pending order, with a full refund to its gift cards and store credits; undefined if it is cancelled already. Throws `INVALID_FIELD` for a paid
 * one.
 */
export function cancel(order: OrderRecord): OrderRecord | undefined {
  if (order.status === 'cancelled') return undefined;
  if (order.status !== 'pending') throw invalidField('Only a pending order can be cancelled');
  const payments = order.payments.map((payment) => ({ ...payment, refunded: payment.amount }));
  return {
    ...order,
    ...{ status: 'cancelled', payments },
    refunded_to_gift_card: order.paid_by_gift_card,
    refunded_to_store_credit: order.paid_by_store_credit,
  };
}

/** Units of the lines that become gift cards. */
export const unitsOf = (lines: readonly Pick<OrderLine, 'quantity'>[], giftCardLines: readonly boolean[]): number =>
  sum(lines.filter((_, index) => giftCardLines[index]).map(({ quantity }) => quantity));

/** How many gift cards a paid order still owes. */
export const cardsOwed = (order: OrderRecord): number => (isPaid(order) ? sum(cardsDue(order)) : 0);

/** A gift card that an order owes. */
interface DueCard {
  /** The position of its line in the order. */
  line: number;
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
  if (!isPaid(order)) return due;
  const units = cardsDue(order);
  for (const [index, line] of order.lines.entries()) {
    const count = Math.min(units[index] ?? 0, limit - due.length);
    const recipient_email = line.recipient_email ?? order.customer_email;
    const locales = [line.locale, order.customer_locale].filter((locale) => locale !== null);
    const { message, send_at } = line;
    const forgets_recipient = order.forgotten === true;
    const card = { line: index, value: line.unit_price, recipient_email, message, locales, send_at, forgets_recipient };
    due.push(...Array.from({ length: count }, () => card));
  }
  return due;
}

/** Payments after a further refund. Money returns in reverse order of joining, to each payment at most its amount. */
export function withReturned(payments: readonly Payment[], returned: number): Payment[] {
  let left = returned;
  const lastFirst = payments.toReversed().map((payment) => {
    const amount = Math.min(left, payment.amount - payment.refunded);
    left -= amount;
    return { ...payment, refunded: payment.refunded + amount };
  });
  return lastFirst.toReversed();
}

/**
 * `amount` times `part` divided by `whole`, rounded half up; in BigInt, since the product can exceed the safe integers. If `whole` is 0, the
 * result is 0.
 */
export const share = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

/** Throws `FORBIDDEN` if an order does not allow downloads. */
export function refuseUnpaid(order: Pick<Order, 'status'>): void {
  if (order.status === 'cancelled') throw new ApiError('FORBIDDEN', 'The order is cancelled');
  if (!isPaid(order)) throw new ApiError('FORBIDDEN', 'The order is not paid');
}

/** Throws `FORBIDDEN` once all units of a variant in an order are refunded. */
export function refuseRefunded(order: OrderRecord, variant: string): void {
  const units = order.lines.filter(({ variant_id }) => variant_id === variant);
  if (units.every(({ quantity, refunded_quantity }) => refunded_quantity === quantity)) {
    throw new ApiError('FORBIDDEN', 'This was refunded');
  }
}
