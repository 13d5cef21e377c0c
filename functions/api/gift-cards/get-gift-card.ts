import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { expandedView } from '../../../lib/resources/gift-cards/rules.ts';

export const handler = query(getGiftCard, async ({ store, path, query: { expand }, now }) => {
  const card = await giftCards.get(store.id, path.gift_card_id);

  const marksOf = await giftCards.findMailMarks(store.id, expand.includes('mail') ? [card] : []);

  return ok(expandedView(card, expand, { now, marks: marksOf(card) }));
});
