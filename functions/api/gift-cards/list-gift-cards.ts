import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { statusOf } from '../../../lib/ledger/rules.ts';
import { listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { expandedView, type GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import * as boughtCards from '../../../lib/resources/orders/bought-card-records.ts';
import { notFound } from '../../../lib/schema/errors.ts';
import { isPublicId } from '../../../lib/schema/ids.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listGiftCards, async ({ store, query: { status, order, expand, after, limit }, now }) => {
  if (order !== undefined && !isPublicId('order', order)) throw notFound();

  const page = { after, limit: limit + 1 };
  const hasStatus = (card: GiftCardRecord) => status === undefined || statusOf(card, now) === status;
  const { items: cards, next } =
    order === undefined
      ? { items: await giftCards.list(store.id, { status, ...page }, now), next: undefined }
      : await boughtCards.listNewest(store.id, order, page, hasStatus);
  const marksOf = await giftCards.findMailMarks(store.id, expand.includes('mail') ? cards.slice(0, limit) : []);

  return ok(pageOf(cards, limit, (card) => expandedView(card, expand, { now, marks: marksOf(card) }), next));
});
