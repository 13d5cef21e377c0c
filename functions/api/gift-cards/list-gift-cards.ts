import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { view } from '../../../lib/resources/gift-cards/rules.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listGiftCards, async ({ store, query: { status, after, limit }, now }) => {
  const cards = await giftCards.list(store.id, { status, after, limit: limit + 1 }, now);

  return ok(pageOf(cards, limit, (card) => view(card, now)));
});
