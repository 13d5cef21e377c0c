/**
 * An order as its item contains it. Functions of release 0.3.0 may run beside these (Upgrading page). They know one payment by gift card, and
 * refunds of an amount without units, so an item hides from them what they would do in part. A release runs only beside the one before it:
 * from 0.5.0 on, `stored` can write orders as they are, and only `restored` must still read these items.
 */

import { severalCards } from '../gift-cards/rules.ts';
import { absentOfOrder, type OrderLine, type Payment } from './fields.ts';
import { added, cardsDue, firstCard, isPaid, type OrderRecord, sum, unitsLeft, unitsOf } from './rules.ts';

/**
 * `refunded` and `issued` are set if the amounts of the refunds and the number of issued cards are hidden from release 0.3.0, and `payments` is
 * set if there are others than one gift card. `paid_by_gift_card` includes `paid_by_store_credit`.
 */
export type StoredOrder = Omit<
  OrderRecord,
  'refunded' | 'payments' | 'paid_by_store_credit' | 'refunded_to_store_credit'
> & {
  refunded?: { to_card: number; to_gift_card: number; to_store_credit?: number };
  issued?: number;
  payments?: Payment[];
  paid_by_store_credit?: number;
};

/** The attributes of an order in its item, without those for indexes. */
export function stored(order: OrderRecord) {
  const { refunded, refunded_to_card: to_card, refunded_to_gift_card: to_gift_card } = order;
  const { refunded_to_store_credit: to_store_credit } = order;
  const isWhole = refunded > 0 && refunded === order.total;
  return {
    ...order,
    lines: order.lines.map((line, index) => storedLine(line, isWhole && !order.gift_card_lines[index])),
    payments: undefined,
    ...(isPaidInOtherWays(order) && { payments: order.payments, gift_card_id: severalCards }),
    // Release 0.3.0 cancels an order at once if no gift card paid. This amount keeps it from that, since it finds no such card.
    paid_by_gift_card: order.paid_by_gift_card + order.paid_by_store_credit,
    paid_by_store_credit: order.paid_by_store_credit || undefined,
    ...{ refunded: undefined, refunded_to_store_credit: undefined },
    ...(hasNothingToRefund(order) && {
      ...{ refunded_to_card: order.total, refunded_to_gift_card: 0 },
      refunded: { to_card, to_gift_card, to_store_credit: to_store_credit || undefined },
    }),
    issued: undefined,
    ...(hasNothingToIssue(order) && {
      ...{ cards_issued: unitsOf(order.lines, order.gift_card_lines), issued: order.cards_issued },
    }),
    refunded_for_lines: order.refunded_for_lines || undefined,
    tax_ahead: order.tax_ahead || undefined,
    refunding: order.refunding,
  };
}

/** Whether release 0.3.0, which knows only one payment by gift card, must not know the payments of an order. */
const isPaidInOtherWays = ({ payments }: OrderRecord): boolean =>
  payments.length > 1 || payments.some(({ type }) => type === 'store_credit');

/**
 * Whether release 0.3.0 must find nothing left to refund in an order: it does not know an unfinished refund or a refund to store credit, and
 * would return everything to one gift card.
 */
const hasNothingToRefund = (order: OrderRecord): boolean =>
  order.refunding !== undefined || order.refunded_to_store_credit > 0 || isPaidInOtherWays(order);

/**
 * Whether release 0.3.0 must find no card left to issue in an order: it does not know units that never become cards, and an unfinished refund
 * may add some.
 */
const hasNothingToIssue = (order: OrderRecord): boolean =>
  (order.refunding !== undefined || order.cards_withheld !== undefined) && sum(cardsDue(order)) > 0;

/**
 * A line as it is stored. A null `send_at` and a `refunded_quantity` that is 0 or follows from the order are omitted, so that the line
 * takes no more space than in earlier releases.
 */
const storedLine = ({ send_at, refunded_quantity, ...line }: OrderLine, follows: boolean): object => ({
  ...line,
  ...(send_at !== null && { send_at }),
  ...(refunded_quantity > 0 && !follows && { refunded_quantity }),
});

/**
 * The order that an item contains. An order that was refunded entirely has all its units refunded; the gift cards that an earlier release
 * did not take back are kept.
 */
export function restored({ refunded: hidden, issued, payments: several, ...item }: StoredOrder): OrderRecord {
  const {
    to_card,
    to_gift_card,
    to_store_credit = 0,
  } = hidden ?? {
    to_card: item.refunded_to_card,
    to_gift_card: item.refunded_to_gift_card,
  };
  const refunds = {
    refunded_to_card: to_card,
    refunded_to_gift_card: to_gift_card,
    refunded_to_store_credit: to_store_credit,
  };
  const refunded = isPaid(item) ? to_card + to_gift_card + to_store_credit : 0;
  const lines = item.lines.map((line) => ({ ...line, refunded_quantity: line.refunded_quantity ?? 0 }));
  const payments = (several ?? onlyPayment({ ...item, ...refunds })).map(readPayment);
  const { paid_by_store_credit = absentOfOrder.paid_by_store_credit } = item;
  const paid_by_gift_card = item.paid_by_gift_card - paid_by_store_credit;
  const gift_card_id = firstCard(payments);
  const cards_issued = issued ?? item.cards_issued;
  const paid = { paid_by_gift_card, paid_by_store_credit };
  const order = { ...item, cards_issued, ...paid, refunded, ...refunds, payments, gift_card_id, lines };
  return refunded > 0 && refunded === item.total ? withAllRefunded(order) : order;
}

/** The payments of an order that at most one gift card paid for: its item has no list. */
const onlyPayment = ({
  gift_card_id,
  paid_by_gift_card,
  refunded_to_gift_card,
}: Pick<OrderRecord, 'gift_card_id' | 'paid_by_gift_card' | 'refunded_to_gift_card'>): Payment[] =>
  gift_card_id ? [{ type: 'gift_card', gift_card_id, amount: paid_by_gift_card, refunded: refunded_to_gift_card }] : [];

/** Puts the fields in the declared order: DynamoDB returns them in any order. */
const readPayment = ({ amount, refunded, ...payer }: Payment): Payment =>
  payer.type === 'gift_card'
    ? { ...{ type: payer.type, gift_card_id: payer.gift_card_id }, ...{ amount, refunded } }
    : { ...{ type: payer.type, store_credit_id: payer.store_credit_id }, ...{ amount, refunded } };

const withAllRefunded = (order: OrderRecord): OrderRecord => {
  const left = order.lines.map(unitsLeft);
  const kept = left.map((units, index) => (order.gift_card_lines[index] ? units : 0));
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, refunded_quantity: line.quantity })),
    cards_kept: added(order.cards_kept, kept),
  };
};
