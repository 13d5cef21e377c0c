/** Money of an order that finds its way back to the gift card that paid. */
import { notFound } from '../../contract/kinds/errors.ts';
import { type Circumstances, refund } from '../../domain/gift-card.ts';
import type { OrderRecord } from '../../domain/order.ts';
import type { Write } from '../items.ts';
import * as giftCards from './gift-cards.ts';

/** Puts `amount` back onto an order's gift card, as the service's own act; nothing where it is 0. */
export async function putBack(
  store: string,
  { id: order_id, gift_card_id }: OrderRecord,
  amount: number,
  { now, transactionId }: Omit<Circumstances, 'actor'>,
): Promise<Write[]> {
  if (amount === 0) return [];
  const card = gift_card_id ? await giftCards.find(store, gift_card_id) : undefined;
  if (!card) throw notFound();
  const change = refund(card, { order_id, amount }, { actor: { type: 'system', name: null }, now, transactionId });
  return giftCards.replace(store, card, change, now);
}
