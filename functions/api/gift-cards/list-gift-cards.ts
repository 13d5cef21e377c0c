import { listGiftCards } from '../../../lib/contract/gift-cards.ts';
import { view } from '../../../lib/domain/gift-card.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import { pageOf } from '../../../lib/store/entities.ts';
import * as giftCards from '../../../lib/store/gift-cards.ts';

export const handler = query(listGiftCards, async ({ store, query: { status, after, limit }, now }) => {
  const cards = await giftCards.list(store.id, { status, after, limit: limit + 1 }, now);

  return ok(pageOf(cards, limit, (card) => view(card, now)));
});
