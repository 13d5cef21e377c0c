/**
 * The rules of a checkout that gift cards and store credits hold funds for (Storefront page). Amounts are in the smallest unit of the
 * currency.
 */
import { availableTo, type HoldRequest, hold, holdOf, release } from '../../ledger/hold-rules.ts';
import { type Account, kindOf, refusePastExpiry, statusOf } from '../../ledger/rules.ts';
import { invalidField } from '../../schema/errors.ts';
import { limits } from '../../schema/limits.ts';
import type { StoreCreditRecord } from '../store-credits/rules.ts';
import type { GiftCardRecord } from './rules.ts';

/** An account that can hold funds for a checkout. */
export type Payer = GiftCardRecord | StoreCreditRecord;

export const isCredit = <P extends Payer>(payer: P): payer is Extract<P, StoreCreditRecord> => 'reason' in payer;

export const isCard = <P extends Payer>(payer: P): payer is Exclude<P, StoreCreditRecord> => !isCredit(payer);

/** The holds of a checkout after a change. */
interface Holds {
  /** In order of joining. */
  holds: ({ gift_card_id: string; last4: string; held: number } | { store_credit_id: string; held: number })[];
  /** The amount that nothing holds for the checkout. */
  remainder: number;
  /** When the last of the holds lapses. */
  expires_at: string;
}

type Request = HoldRequest & { lines?: number | null | undefined };

const heldBy = (payer: Payer, { checkout_id }: Request, now: string): number =>
  holdOf(payer, checkout_id, now)?.amount ?? 0;

function holdsOf(payers: readonly Payer[], request: Request, now: string): Holds {
  const expiries = payers.flatMap((each) => holdOf(each, request.checkout_id, now)?.expires_at ?? []);
  const holds = payers.map((each) => {
    const held = heldBy(each, request, now);
    return isCredit(each) ? { store_credit_id: each.id, held } : { gift_card_id: each.id, last4: each.last4, held };
  });
  return {
    holds,
    remainder: leftBy(payers, request, now),
    expires_at: expiries.toSorted().at(-1) ?? request.expires_at,
  };
}

/** The part of the requested amount that these do not hold. */
const leftBy = (payers: readonly Payer[], request: Request, now: string): number =>
  Math.max(0, request.amount - payers.reduce((sum, each) => sum + heldBy(each, request, now), 0));

/** A card of a checkout with its new hold. */
interface Held extends Holds {
  next: GiftCardRecord;
  held: number;
}

/**
 * Sets the hold of a card that joins a checkout, or that is one of its payers and keeps its position. It holds as much of
 * `amount` as the payers before it leave; later holds stay. Throws `INVALID_FIELD` if the card cannot be applied, or if the checkout
 * has too many payers.
 */
export function holdAmong(joined: readonly Payer[], card: GiftCardRecord, request: Request, now: string): Held {
  const position = joined.findIndex(({ id }) => id === card.id);
  const payers = position < 0 ? [...joined, card] : joined;
  if (payers.length > limits.checkoutPayments) {
    throw invalidField(`A checkout holds at most ${limits.checkoutPayments} payments`, 'add');
  }
  refuseLineCount(request.lines ?? 0, payers.length, 'lines');
  refuseOtherCurrency(joined, request.currency, 'currency');

  const before = position < 0 ? joined : joined.slice(0, position);
  const { next, held } = hold(card, { ...request, amount: leftBy(before, request, now) }, now);
  return {
    ...{ next, held },
    ...holdsOf(
      payers.map((each) => (each.id === card.id ? next : each)),
      request,
      now,
    ),
  };
}

/** Throws `INVALID_FIELD` for a payer in another currency. */
export function refuseOtherCurrency(payers: readonly Account[], currency: string, field: string): void {
  const other = payers.find((each) => each.currency !== currency);
  if (other) throw invalidField(`The ${kindOf(other).noun} is in ${other.currency}`, field);
}

interface CreditRequest extends Request {
  customer_id: string;
  at_most?: number | null | undefined;
}

/** The store credits of a checkout with their new holds, and those that it no longer holds. */
interface HeldCredits<C extends StoreCreditRecord> extends Holds {
  changes: { read: C; next: C }[];
  held: number;
}

/**
 * Replaces the store credits of a checkout that these cards hold funds for, too. As much of `amount` as the cards leave, but no more than
 * `at_most`, is held by the customer's active credits: the soonest to expire first, then the oldest, and no more than the checkout and
 * the lines of its order leave payments for. A credit that is no longer active keeps what it holds. Throws `INVALID_FIELD` if they cannot be applied.
 */
export function holdCredits<C extends StoreCreditRecord>(
  cards: readonly GiftCardRecord[],
  credits: readonly C[],
  request: CreditRequest,
  now: string,
): HeldCredits<C> {
  refusePastExpiry(request.expires_at, now);
  let left = Math.min(leftBy(cards, request, now), request.at_most ?? request.amount);
  const most = paymentsWith(request.lines ?? 0);
  let payments = cards.length;
  const changes = credits.toSorted(soonestFirst).map((credit) => {
    const isOwn = credit.customer_id === request.customer_id;
    const free = isOwn && payments < most ? availableTo(credit, request.checkout_id, now) : 0;
    const amount = Math.min(free, left);
    if (amount === 0) return { read: credit, next: without(credit, request, now) };
    refuseOtherCurrency([...cards, credit], request.currency, 'currency');
    const isActive = statusOf(credit, now) === 'active';
    const next = isActive ? hold(credit, { ...request, amount }, now).next : atMost(credit, amount, request);
    left -= heldBy(next, request, now);
    payments += 1;
    return { read: credit, next };
  });
  refuseLineCount(request.lines ?? 0, payments, 'lines');
  const joined = changes.map(({ next }) => next).filter((next) => heldBy(next, request, now) > 0);
  return {
    changes: changes.filter(({ read, next }) => next !== read),
    held: joined.reduce((sum, next) => sum + heldBy(next, request, now), 0),
    ...holdsOf([...cards, ...joined], request, now),
  };
}

/** `~` comes after every time: a credit that never expires is the last. */
const soonestFirst = (a: StoreCreditRecord, b: StoreCreditRecord): number =>
  `${a.expires_at ?? '~'} ${a.id}` < `${b.expires_at ?? '~'} ${b.id}` ? -1 : 1;

/** The credit without a hold of a checkout, even a lapsed one. */
const without = <C extends StoreCreditRecord>(credit: C, { checkout_id }: Request, now: string): C =>
  credit.holds.some((each) => each.checkout_id === checkout_id) ? release(credit, checkout_id, now).next : credit;

/** The credit with no more than `most` of its hold for a checkout. */
const atMost = <C extends StoreCreditRecord>(credit: C, most: number, { checkout_id }: Request): C => ({
  ...credit,
  holds: credit.holds.map((each) =>
    each.checkout_id === checkout_id ? { ...each, amount: Math.min(each.amount, most) } : each,
  ),
});

/**
 * A transaction has at most 100 writes: an order needs four for itself, its customer and its checkout, one for each line, and at most three for
 * each payment.
 */
const shared = { writes: 96, ofPayment: 3 };

/** The number of payments that an order with so many lines can have. */
const paymentsWith = (lines: number): number =>
  Math.min(limits.checkoutPayments, Math.floor((shared.writes - lines) / shared.ofPayment));

/** Throws `INVALID_FIELD` if an order has too many lines for the payments of its checkout. */
export function refuseLineCount(lines: number, payments: number, field: string): void {
  const most = Math.min(limits.orderLines, shared.writes - shared.ofPayment * payments);
  if (lines > most) throw invalidField(`An order with ${payments} payments can have at most ${most} lines`, field);
}
