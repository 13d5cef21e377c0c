/**
 * Issues the gift cards that a paid order owes, a transaction at a time. The order contains what it owes and each
 * commit checks its version, so each unit becomes one card, even if another function continues.
 */

import { queueMails } from '../mail/queue.ts';
import type { Commit, Decision } from '../once/unit-of-work.ts';
import * as days from '../resources/gift-cards/day-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { isScheduled, issue } from '../resources/gift-cards/rules.ts';
import * as orders from '../resources/orders/records.ts';
import { cardsOwed, hasDays, nextCards, type OrderRecord, withIssued } from '../resources/orders/rules.ts';
import { termsOfCard } from '../resources/search/mark-records.ts';
import * as batches from '../runtime/batches.ts';
import { OutOfTime } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import type { Stored } from '../table/items.ts';

/** Issues due cards while a caller waits. If time runs out, the sweep issues the remaining cards within minutes. */
export async function issueFirstCards(commit: Commit, store: string, orderId: string): Promise<void> {
  try {
    await issueDueCards(commit, store, orderId);
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
}

/** Returns once the order owes no more cards. */
export async function issueDueCards(commit: Commit, store: string, orderId: string): Promise<void> {
  for (let isLeft = true; isLeft; ) isLeft = await commit({ decide: ({ now }) => decideOnNext(store, orderId, now) });
}

async function decideOnNext(store: string, orderId: string, now: string): Promise<Decision<boolean>> {
  const order = await orders.get(store, orderId);
  // An unfinished refund can change the number of cards that the order owes.
  if (order.refunding) return { writes: [], reply: false };
  const { size } = hasDays(order) ? batches.datedCards : batches.issuedCards;
  const issued = await Promise.all(nextCards(order, size).map((card) => newCard(store, order, card, now)));
  if (issued.length === 0) return { writes: [], reply: false };

  const next = withIssued(order, issued.length);
  return {
    before: queueMails(
      issued
        .filter(({ change: { next: card } }) => card.recipient_email !== null && !isScheduled(card))
        .map(({ code, change }) => ({ type: 'gift-card', store_id: store, gift_card_id: change.next.id, code })),
    ),
    writes: [
      orders.replace(store, order, next, now),
      ...issued.flatMap(({ change, send_at, line }) => [
        ...giftCards.create(store, change),
        ...(send_at !== null && isScheduled(change.next)
          ? [days.create(store, { gift_card_id: change.next.id, send_at })]
          : []),
        orders.addCard(store, order.id, { id: change.next.id, transaction_id: change.transaction.id, line }),
      ]),
    ],
    reply: cardsOwed(next) > 0,
  };
}

async function newCard(
  store: string,
  order: Stored<OrderRecord>,
  card: ReturnType<typeof nextCards>[number],
  now: string,
) {
  const { shown, kept } = giftCards.newCode();
  const change = issue(
    {
      ...card,
      id: newId('giftCard'),
      code: kept,
      currency: order.currency,
      site_id: order.site_id,
      purchase: { order_id: order.id, customer_id: order.customer_id },
      found_by: await termsOfCard(store, card),
    },
    {
      actor: { type: 'customer', name: order.customer_email },
      now,
      transactionId: newId('giftCardTransaction'),
    },
  );
  // The code of a scheduled card is given to no one: the card gets a new code on its send date.
  return { code: shown, change, send_at: card.send_at, line: card.line };
}
