import { getGiftCardBalance } from '../../lib/contract/functions/checkout.ts';
import { availableTo, statusOf } from '../../lib/domain/gift-card.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as giftCards from '../../lib/table/checkout/gift-cards.ts';

export const handler = storeQuery(getGiftCardBalance, async ({ store, payload: { code, checkout_id }, now }) => {
  const card = await giftCards.getByCode(store.id, code);
  const { id, last4, currency, balance, expires_at } = card;

  const available = availableTo(card, checkout_id ?? undefined, now);

  return { gift_card_id: id, last4, currency, balance, available, status: statusOf(card, now), expires_at };
});
