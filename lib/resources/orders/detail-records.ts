/** An order with its refunds and the gift cards bought with it. */
import { show } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import * as items from '../../table/items.ts';
import * as giftCards from '../gift-cards/records.ts';
import { view } from '../gift-cards/rules.ts';
import { type OrderDetails, order as orderSchema, refundOfOrder } from './fields.ts';
import * as orders from './records.ts';
import * as refunds from './refund-records.ts';
import { isPayment } from './rules.ts';

/**
 * A gift card has its status at `now`. Throws 404 if there is no such order. One round trip, and
 * another one if gift cards were bought.
 */
export async function get(store: string, id: string, now: string): Promise<OrderDetails> {
  const [found, refunded, listed] = await Promise.all([
    orders.find(store, id),
    refunds.listOf(store, id, limits.shownOfOrder),
    // A few more, since these include the cards that paid for the order.
    orders.listCards(store, id, { limit: limits.shownOfOrder + limits.checkoutPayments }),
  ]);
  const order = items.orNotFound(found);
  const bought = listed.map((card) => card.id).filter((card) => !isPayment(order, card));
  const cards = bought.length > 0 ? await giftCards.findMany(store, bought.slice(0, limits.shownOfOrder)) : [];

  return {
    ...show(orderSchema, order),
    refunds: refunded.map((refund) => show(refundOfOrder, refund)),
    gift_cards: cards.map((card) => view(card, now)),
  };
}
