/** The rules of a checkout that holds several gift cards (Storefront page). Amounts are in the smallest unit of the currency. */
import { type HoldRequest, hold, holdOf } from '../../ledger/hold-rules.ts';
import { invalidField } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import type { GiftCardRecord } from './rules.ts';

/** A card of a checkout with its new hold, and all holds of the checkout after the change. */
interface Held {
  next: GiftCardRecord;
  held: number;
  /** The holds of all cards of the checkout, in order of joining. */
  holds: { gift_card_id: string; last4: string; held: number }[];
  /** The amount that no card of the checkout holds. */
  remainder: number;
  /** When the last of the holds lapses. */
  expires_at: string;
}

/**
 * Sets the hold of a card that joins the cards of a checkout, or that is one of them and keeps its position. It holds as much of
 * `amount` as the cards before it leave; later holds stay. Throws `INVALID_FIELD` if the card cannot be applied, or if the checkout
 * has too many cards.
 */
export function holdAmong(
  joined: readonly GiftCardRecord[],
  card: GiftCardRecord,
  request: HoldRequest & { lines?: number | null | undefined },
  now: string,
): Held {
  const { checkout_id, amount, currency, lines } = request;
  const heldBy = (each: GiftCardRecord) => holdOf(each, checkout_id, now)?.amount ?? 0;
  const position = joined.findIndex(({ id }) => id === card.id);
  const cards = position < 0 ? [...joined, card] : joined;
  if (cards.length > limits.checkoutPayments) {
    throw invalidField(`A checkout holds at most ${limits.checkoutPayments} payments`, 'add');
  }
  refuseLineCount(lines ?? 0, cards.length, 'lines');
  const other = joined.find((each) => each.currency !== currency);
  if (other) throw invalidField(`The gift card is in ${other.currency}`, 'currency');

  const before = position < 0 ? joined : joined.slice(0, position);
  const left = Math.max(0, amount - sumOf(before.map(heldBy)));
  const { next, held } = hold(card, { ...request, amount: left }, now);

  const after = cards.map((each) => (each.id === card.id ? next : each));
  const expiries = after.flatMap((each) => holdOf(each, checkout_id, now)?.expires_at ?? []);
  return {
    next,
    held,
    holds: after.map((each) => ({ gift_card_id: each.id, last4: each.last4, held: heldBy(each) })),
    remainder: Math.max(0, amount - sumOf(after.map(heldBy))),
    expires_at: expiries.toSorted().at(-1) ?? request.expires_at,
  };
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Throws `INVALID_FIELD` if an order has too many lines for the payments of its checkout. A transaction has at most 100 writes: an order
 * needs four for itself, its customer and its checkout, one for each line, and three for each payment.
 */
export function refuseLineCount(lines: number, payments: number, field: string): void {
  const most = Math.min(limits.orderLines, 96 - 3 * payments);
  if (lines > most) throw invalidField(`An order with ${payments} payments can have at most ${most} lines`, field);
}
