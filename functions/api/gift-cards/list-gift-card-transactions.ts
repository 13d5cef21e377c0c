import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { giftCardTransaction } from '../../../lib/resources/gift-cards/fields.ts';
import { listGiftCardTransactions } from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { show } from '../../../lib/schema/field.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listGiftCardTransactions, async ({ store, path, query: { after, limit } }) => {
  const transactions = await giftCards.listTransactions(store.id, path.gift_card_id, { after, limit: limit + 1 });

  return ok(pageOf(transactions, limit, (transaction) => show(giftCardTransaction, transaction)));
});
