/** The rules of refunds: the value of units, the shares of a refund, and the gift cards that it takes back (Storefront page). */

import { isPast } from '../../ledger/rules.ts';
import { duplicate, invalidField, missingField } from '../../schema/errors.ts';
import { secondsBefore } from '../../schema/times.ts';
import { isCredit, type Payer } from '../gift-cards/checkout-rules.ts';
import type { OrderLine, Payment, Refund, RefundOfOrder, RefundTarget } from './fields.ts';
import {
  added,
  cardsDue,
  isPaid,
  netOf,
  type OrderRecord,
  paymentSums,
  type RefundContent,
  refuseCancelled,
  settled,
  share,
  sum,
  unitsLeft,
  withReturned,
} from './rules.ts';

/** A refund as it is stored. */
export interface RefundRecord extends RefundOfOrder {
  /** The units in the `lines` of the request. */
  lines?: RefundContent['lines'];
  keep_gift_cards?: true | undefined;
  to?: RefundContent['to'];
  /** Set if the request had `lines` and omitted the amount. */
  is_of_value?: true | undefined;
}

/** A refund as a caller requests it. */
interface RefundRequest {
  refund_id: string;
  amount?: number | null | undefined;
  lines?: readonly { line: number; quantity: number }[] | null | undefined;
  keep_gift_cards?: boolean | null | undefined;
  to?: RefundTarget | null | undefined;
}

/** The content of a request, with its units sorted by `line`. Throws `MISSING_FIELD` without amount and lines. */
export function contentOf({ refund_id, amount, lines, keep_gift_cards, to }: RefundRequest): RefundContent {
  if (!lines && (amount ?? undefined) === undefined) throw missingField('amount is required', 'amount');
  return {
    refund_id,
    amount: amount ?? undefined,
    lines: lines?.toSorted((a, b) => a.line - b.line),
    keep_gift_cards: keep_gift_cards || undefined,
    to: to === 'store_credit' ? to : undefined,
  };
}

/** Whether a refund was made by this request. */
export const isMadeFrom = (refund: RefundRecord, order_id: string, content: RefundContent): boolean =>
  refund.order_id === order_id &&
  content.amount === (refund.is_of_value ? undefined : refund.amount) &&
  isSameChoice(refund, content);

const isSameChoice = (a: Omit<RefundContent, 'refund_id'>, b: Omit<RefundContent, 'refund_id'>): boolean =>
  a.keep_gift_cards === b.keep_gift_cards && a.to === b.to && unitsText(a) === unitsText(b);

const unitsText = ({ lines = [] }: Pick<RefundContent, 'lines'>): string =>
  lines.map(({ line, quantity }) => `${line}: ${quantity}`).join();

/** Refuses every refund of an order except the one that is not finished: `DUPLICATE` if its content differs, else `INVALID_FIELD`. */
export function refuseOther({ refunding }: OrderRecord, content: RefundContent): void {
  if (!refunding) return;
  if (refunding.refund_id !== content.refund_id) throw invalidField('Another refund of the order is not finished');
  if (refunding.amount !== content.amount || !isSameChoice(refunding, content)) throw duplicate('refund_id');
}

interface RefundPlan {
  refund: Refund;
  amount: number;
  next: OrderRecord;
  /** The number of gift cards that are taken back, for each line. */
  takesBack: number[];
}

const tooMuch = (...fields: string[]) => invalidField('A refund cannot exceed what was paid', ...fields);

/**
 * Plans a refund: first to the buyer's payment card, up to the amount charged to it; the rest to the gift cards and store credits. With
 * `to`, all of it becomes a new store credit. Throws `INVALID_FIELD` for an unpaid order, for more units than are left and for more than
 * was paid, and `MISSING_FIELD` for an amount that reaches into gift cards of other units.
 */
export function planRefund(order: OrderRecord, content: RefundContent): RefundPlan {
  refuseCancelled(order);
  if (!isPaid(order)) throw invalidField('The order is not paid');
  const named = namedUnits(order, content.lines ?? []);
  const worth = worthOf(order, named);
  const amount = content.amount ?? worth.value;
  const left = order.total - order.refunded;
  const isWhole = order.total > 0 && amount === left;
  if (amount > left || (content.lines && amount > worth.value + extrasLeft(order))) throw tooMuch('amount');
  if (!isWhole && !content.keep_gift_cards && amount > Math.max(0, left - cardsLeft(order, named))) {
    throw reachesIntoCards(content);
  }

  const units = isWhole ? order.lines.map(unitsLeft) : named;
  const { kept, withheld, takesBack } = cardsOf(order, units, content.keep_gift_cards === true);
  const { payments, to_card, to_gift_card, to_store_credit } = divided(order, amount, content.to);
  const shares = sharesOf({ to_card, to_gift_card, to_store_credit });
  const tax = taxOf(order, { amount, isWhole, ofUnits: content.lines && worth.tax });
  const { refund_id } = content;
  return {
    refund: { refund_id, ...shares, tax, order_id: order.id },
    amount,
    takesBack,
    next: settled({
      ...order,
      lines: order.lines.map((line, index) => ({
        ...line,
        refunded_quantity: line.refunded_quantity + (units[index] ?? 0),
      })),
      cards_kept: added(order.cards_kept, kept),
      cards_withheld: added(order.cards_withheld, withheld),
      payments,
      refunded: order.refunded + amount,
      refunded_to_card: order.refunded_to_card + to_card,
      refunded_to_gift_card: order.refunded_to_gift_card + to_gift_card,
      refunded_to_store_credit: order.refunded_to_store_credit + to_store_credit,
      refunded_for_lines: order.refunded_for_lines + (content.lines ? Math.min(amount, worth.value) : 0),
      tax_ahead: taxRefunded(order) + tax - taxShare(order, order.refunded + amount),
      last_refund: { refund_id, ...shares },
    }),
  };
}

function reachesIntoCards({ lines }: RefundContent) {
  const field = lines ? 'keep_gift_cards' : 'lines';
  return missingField(`${field} is required: this amount reaches into the order's gift cards`, field);
}
/** The parts of a refund as it shows them: store credit only if it took part. */
const sharesOf = ({
  to_store_credit,
  ...shares
}: Required<Pick<Refund, 'to_card' | 'to_gift_card' | 'to_store_credit'>>) => ({
  ...shares,
  ...(to_store_credit > 0 && { to_store_credit }),
});

/** The amounts of a refund for the buyer's payment card, the gift cards and store credit, and the payments after it. */
function divided({ payments, paid_by_card, refunded_to_card }: OrderRecord, amount: number, to: RefundContent['to']) {
  if (to) return { payments, to_card: 0, to_gift_card: 0, to_store_credit: amount };
  const to_card = Math.min(amount, paid_by_card - refunded_to_card);
  const next = withReturned(payments, amount - to_card);
  const returned = (type: Payment['type']) => paymentSums(next, type).refunded - paymentSums(payments, type).refunded;
  return { payments: next, to_card, to_gift_card: returned('gift_card'), to_store_credit: returned('store_credit') };
}

/** The number of units in a request, for each line of the order. */
function namedUnits({ lines }: OrderRecord, named: NonNullable<RefundContent['lines']>): number[] {
  const units = lines.map(() => 0);
  for (const [index, { line, quantity }] of named.entries()) {
    const of = lines[line];
    if (!of) throw invalidField('line must be the position of a line of the order', `lines[${index}].line`);
    if (quantity > of.quantity - of.refunded_quantity) throw tooMuch(`lines[${index}].quantity`);
    units[line] = quantity;
  }
  return units;
}

/** The price less discount, plus tax, of units that are not refunded, and the tax in it. The units of a line add up to exactly the line. */
function worthOf({ lines }: OrderRecord, units: readonly number[]): { value: number; tax: number } {
  const each = lines.map((line, index) => {
    const tax = nextShare(line.tax, line, units[index] ?? 0);
    return { tax, value: nextShare(netOf(line), line, units[index] ?? 0) + tax };
  });
  return { value: sum(each.map(({ value }) => value)), tax: sum(each.map(({ tax }) => tax)) };
}

/** The share of a line's next few units in an amount of the whole line. */
const nextShare = (amount: number, { quantity, refunded_quantity }: OrderLine, units: number): number =>
  share(amount, refunded_quantity + units, quantity) - share(amount, refunded_quantity, quantity);

/** The part of the price of shipping, its tax and the gift option that is not refunded. Refunds without lines count against this part first. */
function extrasLeft({ shipping, shipping_tax, gift_option, refunded, refunded_for_lines }: OrderRecord): number {
  const extras = shipping + shipping_tax + (gift_option?.price ?? 0);
  return Math.max(0, extras - (refunded - refunded_for_lines));
}

/** The value of the gift cards that are not refunded after a refund of these units. */
const cardsLeft = ({ lines, gift_card_lines }: OrderRecord, units: readonly number[]): number =>
  sum(
    lines.map(({ unit_price, quantity, refunded_quantity }, index) =>
      gift_card_lines[index] ? unit_price * (quantity - refunded_quantity - (units[index] ?? 0)) : 0,
    ),
  );

/** For each line, the numbers of refunded units that keep their gift card, never get one, or have it taken back. */
function cardsOf(order: OrderRecord, units: readonly number[], isKept: boolean) {
  const due = cardsDue(order);
  const ofCards = units.map((count, index) => (order.gift_card_lines[index] ? count : 0));
  const withheld = ofCards.map((count, index) => Math.min(count, due[index] ?? 0));
  const issued = ofCards.map((count, index) => count - (withheld[index] ?? 0));
  const none = units.map(() => 0);
  return isKept ? { kept: issued, withheld, takesBack: none } : { kept: none, withheld, takesBack: issued };
}

/** The tax of all refunds so far: the refunded share of the order's tax, unless refunds of units had more or less. */
const taxRefunded = (order: OrderRecord): number => taxShare(order, order.refunded) + order.tax_ahead;

const taxShare = ({ tax, total }: OrderRecord, part: number): number => share(tax, part, total);

/**
 * The tax of a refund. Refunds without lines have the tax of all refunds so far, rounded, minus the tax of the earlier ones; the refund that
 * completes the total has the rest.
 */
function taxOf(
  order: OrderRecord,
  { amount, isWhole, ofUnits }: { amount: number; isWhole: boolean; ofUnits: number | undefined },
): number {
  const left = order.tax - taxRefunded(order);
  if (isWhole) return left;
  const own = ofUnits ?? taxShare(order, order.refunded + amount) - taxShare(order, order.refunded);
  return Math.max(0, Math.min(own, left, amount));
}

/** A further refunded amount of a payment. */
interface Return {
  /** The position of the payment in the order. */
  index: number;
  payment: Payment;
  amount: number;
}

/** The amounts that a change of an order refunds of its payments. */
export const returnsOf = (before: OrderRecord, after: OrderRecord): Return[] =>
  after.payments
    .map((payment, index) => ({ index, payment, amount: payment.refunded - (before.payments[index]?.refunded ?? 0) }))
    .filter(({ amount }) => amount > 0);

/**
 * Where a refunded amount of a payment goes: back to it; to a new store credit if it is a store credit that has expired and that staff have not
 * disabled; or to the shop if its customer was deleted.
 */
export function destinationOf(payer: Payer, hasCustomer: boolean, now: string): 'payer' | 'new credit' | 'shop' {
  if (!isCredit(payer)) return 'payer';
  if (!hasCustomer || payer.closed_at !== undefined) return 'shop';
  return payer.disabled_at === null && isPast(payer.expires_at, now) ? 'new credit' : 'payer';
}

const renewedSeconds = 30 * 86_400;

/** When a store credit expires that takes the place of credits that have expired. */
export const renewedExpiry = (now: string): string => secondsBefore(now, -renewedSeconds);

/** The units that a change of an order refunds, by their line; none if it is not a refund. */
export const refundedUnits = (before: OrderRecord, after: OrderRecord): { line: number; quantity: number }[] =>
  after.lines
    .map(({ refunded_quantity }, line) => ({
      line,
      quantity: refunded_quantity - (before.lines[line]?.refunded_quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);

/** The largest number of cards of each line that have a balance: units that are not refunded, and cards that were kept on purpose. */
export const cardsAtMost = ({ lines, cards_kept = [] }: OrderRecord): number[] =>
  lines.map((line, index) => unitsLeft(line) + (cards_kept[index] ?? 0));

/** The line of the gift card at a position in the order of issue, if its line is not stored. */
export function lineOfCard({ lines, gift_card_lines, cards_withheld = [] }: OrderRecord, position: number): number {
  let before = 0;
  return lines.findIndex(({ quantity }, index) => {
    if (gift_card_lines[index]) before += quantity - (cards_withheld[index] ?? 0);
    return gift_card_lines[index] === true && position < before;
  });
}
