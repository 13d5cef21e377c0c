/** The findings on orders and on the gift cards that they bought, and the sums of the report on gift cards. */

import { type LedgerSums, noOrderSums, when } from '../../ledger/audit-rules.ts';
import type { stateAt } from '../../ledger/state-rules.ts';
import { cardsAtMost } from '../orders/refund-rules.ts';
import { type OrderRecord, payerOf, paymentSums, sum } from '../orders/rules.ts';
import type { LiabilityPage } from './ledger-fields.ts';
import type { GiftCardRecord } from './rules.ts';

/** The differences between an order and the sums of its entries on an account. Not every such account has paid for the order. */
export function orderFindings(order: OrderRecord, account: string, { orders }: Pick<LedgerSums, 'orders'>): string[] {
  const { redeemed, redemptions, refunded: returned, takenBack } = orders.get(order.id) ?? noOrderSums;
  const own = order.payments.map((payment, index) => ({ payment, moved: order.payments_moved?.[index] ?? 0 }));
  const ofAccount = own.filter(({ payment }) => payerOf(payment) === account);
  const paid = sum(ofAccount.map(({ payment }) => payment.amount));
  const refunded = sum(ofAccount.map(({ payment }) => payment.refunded));
  const back = refunded - sum(ofAccount.map(({ moved }) => moved));
  const cards = paymentSums(order.payments, 'gift_card');
  const credits = paymentSums(order.payments, 'store_credit');
  return [
    ...when(
      cards.amount !== order.paid_by_gift_card,
      `order ${order.id} was paid ${order.paid_by_gift_card} by gift card, its payments are ${cards.amount}`,
    ),
    ...when(
      credits.amount !== order.paid_by_store_credit,
      `order ${order.id} was paid ${order.paid_by_store_credit} by store credit, its payments are ${credits.amount}`,
    ),
    ...when(
      cards.refunded !== order.refunded_to_gift_card,
      `order ${order.id} had ${order.refunded_to_gift_card} refunded to gift cards, its payments ${cards.refunded}`,
    ),
    // Refunds to a new store credit are no part of the payments.
    ...when(
      credits.refunded > order.refunded_to_store_credit,
      `order ${order.id} had ${order.refunded_to_store_credit} refunded to store credit, its payments ${credits.refunded}`,
    ),
    ...when(redeemed !== -paid, `order ${order.id} spent ${paid}, its entries ${-redeemed}`),
    ...when(returned !== back, `order ${order.id} had ${back} refunded, its entries ${returned}`),
    ...when(redemptions > 1, `order ${order.id} is redeemed twice`),
    ...when(takenBack > 1, `order ${order.id} took the card back twice`),
    ...when(
      order.status === 'cancelled' && refunded !== paid,
      `order ${order.id} is cancelled and keeps ${paid - refunded}`,
    ),
  ];
}

/** A gift card that an order bought, with its line. */
interface Bought {
  card: Pick<GiftCardRecord, 'taken_back_by'>;
  line: number;
}

/** The findings on an order, from all gift cards bought with it: no refunded unit has a card that was neither taken back nor kept on purpose. */
export function refundFindings(order: OrderRecord, bought: readonly Bought[]): string[] {
  const live = bought.filter(({ card }) => card.taken_back_by === undefined);
  return cardsAtMost(order).flatMap((most, index) => {
    const count = live.filter(({ line }) => line === index).length;
    return order.gift_card_lines[index]
      ? when(
          count > most,
          `order ${order.id} has ${count} gift cards of line ${index} after refunds, at most ${most} are due`,
        )
      : [];
  });
}

type Statuses = LiabilityPage['statuses'];

/** Number of cards and sum of their balances, by status. */
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
