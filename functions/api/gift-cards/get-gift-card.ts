import { getGiftCard } from '../../../lib/contract/api/gift-cards.ts';
import { view } from '../../../lib/domain/gift-card.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as giftCards from '../../../lib/table/checkout/gift-cards.ts';

export const handler = query(getGiftCard, async ({ store, path, now }) => {
  const card = await giftCards.get(store.id, path.gift_card_id);

  return ok(view(card, now));
});
