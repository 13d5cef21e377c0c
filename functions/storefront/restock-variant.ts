import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { recordInItem } from '../../lib/once/idempotency-record.ts';
import { followUp, type WaitlistWork } from '../../lib/queue/send.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import { countEntries } from '../../lib/resources/waitlist/records.ts';
import * as restocks from '../../lib/resources/waitlist/restock-records.ts';
import { requireVariant } from '../../lib/resources/waitlist/rules.ts';
import { allParts } from '../../lib/resources/waitlist/waiting-count-records.ts';

export const handler = storefrontCommand(restockVariant, {
  record: ({ store, payload: { product_id, variant_id, restock_id, notify_at_most = null } }) =>
    recordInItem({
      field: 'restock_id',
      find: () => restocks.find(store.id, restock_id),
      isSame: (existing) => restocks.matchesRequest(existing, { product_id, variant_id, notify_at_most }),
      replyOf: ({ notifying }) => ({ product_id, variant_id, notifying }),
    }),

  async decide({ store, payload, now }) {
    const { product_id, variant_id, restock_id, notify_at_most = null } = payload;
    const product = await products.get(store.id, product_id);
    requireVariant(product, variant_id);
    const waiting = await countEntries(store.id, payload);

    const notifying = Math.min(waiting, notify_at_most ?? waiting);
    const restock = { restock_id, product_id, variant_id, notify_at_most, notifying, created_at: now };
    return {
      ...followUp(workOf(store.id, restock)),
      writes: [restocks.create(store.id, restock)],
      reply: { product_id, variant_id, notifying },
    };
  },
});

/** A limited number of shoppers is notified one after the other; all shoppers are notified by all shards in parallel. */
const workOf = (store_id: string, { restock_id, notify_at_most }: restocks.Restock): WaitlistWork[] =>
  notify_at_most === null
    ? allParts.map((part) => ({ work: 'notify', store_id, restock_id, part }))
    : [{ work: 'notify-longest-waiting', store_id, restock_id }];
