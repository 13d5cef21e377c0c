import { listGiftCards } from '../../../lib/contract/api/gift-cards.ts';
import { view } from '../../../lib/domain/gift-card.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as giftCards from '../../../lib/table/checkout/gift-cards.ts';
import { pageOf } from '../../../lib/table/pages.ts';

export const handler = query(listGiftCards, async ({ store, query: { status, after, limit }, now }) => {
  const cards = await giftCards.list(store.id, { status, after, limit: limit + 1 }, now);

  return ok(pageOf(cards, limit, (card) => view(card, now)));
});
