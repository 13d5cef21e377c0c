import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { recordInItem } from '../../lib/once/idempotency-record.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import * as restocks from '../../lib/resources/waitlist/restock-records.ts';
import { decideRestock, resultOf } from '../../lib/work/announce-restock.ts';

export const handler = storefrontCommand(restockVariant, {
  record: ({ store, payload: { product_id, variant_id, restock_id, notify_at_most = null } }) =>
    recordInItem({
      field: 'restock_id',
      find: () => restocks.find(store.id, restock_id),
      isSame: (existing) => restocks.matchesRequest(existing, { product_id, variant_id, notify_at_most }),
      replyOf: (existing) => resultOf(existing),
    }),

  decide: ({ store, payload: { product_id, variant_id, restock_id, notify_at_most = null }, now }) =>
    decideRestock(store.id, { restock_id, product_id, variant_id, notify_at_most }, now),
});
