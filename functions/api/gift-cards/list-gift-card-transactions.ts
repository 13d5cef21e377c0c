import { giftCardTransaction, listGiftCardTransactions } from '../../../lib/contract/api/gift-cards.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as giftCards from '../../../lib/table/checkout/gift-cards.ts';
import { pageOf } from '../../../lib/table/pages.ts';

export const handler = query(listGiftCardTransactions, async ({ store, path, query: { after, limit } }) => {
  const transactions = await giftCards.listTransactions(store.id, path.gift_card_id, { after, limit: limit + 1 });

  return ok(pageOf(transactions, limit, (transaction) => show(giftCardTransaction, transaction)));
});
