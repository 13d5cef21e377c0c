import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { view } from '../../../lib/resources/gift-cards/rules.ts';

export const handler = query(getGiftCard, async ({ store, path, now }) => {
  const card = await giftCards.get(store.id, path.gift_card_id);

  return ok(view(card, now));
});
