import { notFound } from '../../../lib/contract/errors.ts';
import { listGiftCardTransactions } from '../../../lib/contract/gift-cards.ts';
import { transactionView } from '../../../lib/domain/gift-card.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import { pageOf } from '../../../lib/store/entities.ts';
import * as giftCards from '../../../lib/store/gift-cards.ts';

export const handler = query(listGiftCardTransactions, async ({ store, path, query: { after, limit } }) => {
  const transactions = await giftCards.listTransactions(store.id, path.gift_card_id, { after, limit: limit + 1 });
  if (!transactions) throw notFound();

  return ok(pageOf(transactions, limit, transactionView));
});
