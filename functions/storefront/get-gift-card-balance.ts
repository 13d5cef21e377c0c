import { storeQuery } from '../../lib/invoke/function.ts';
import { getGiftCardBalance } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { availableTo, statusOf } from '../../lib/resources/gift-cards/rules.ts';

export const handler = storeQuery(getGiftCardBalance, async ({ store, payload: { code, checkout_id }, now }) => {
  const card = await giftCards.getByCode(store.id, code);
  const { id, last4, currency, balance, expires_at } = card;

  const available = availableTo(card, checkout_id ?? undefined, now);

  return { gift_card_id: id, last4, currency, balance, available, status: statusOf(card, now), expires_at };
});
