import { storeCommand } from '../../lib/invoke/function.ts';
import { recordInItem } from '../../lib/once/record.ts';
import { followUp } from '../../lib/queue/waitlist-queue.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import { countEntries } from '../../lib/resources/waitlist/records.ts';
import * as restocks from '../../lib/resources/waitlist/restock-records.ts';
import { requireVariant } from '../../lib/resources/waitlist/rules.ts';
import { allParts } from '../../lib/resources/waitlist/waiting-count-records.ts';

export const handler = storeCommand(restockVariant, {
  record: ({ store, payload: { product_id, variant_id, restock_id } }) =>
    recordInItem({
      find: () => restocks.find(store.id, restock_id),
      isSame: (existing) => existing.product_id === product_id && existing.variant_id === variant_id,
      replyOf: ({ notifying }) => ({ product_id, variant_id, notifying }),
    }),

  async decide({ store, payload, now }) {
    const { product_id, variant_id, restock_id } = payload;
    const product = await products.get(store.id, product_id);
    requireVariant(product, variant_id);
    const notifying = await countEntries(store.id, payload);

    return {
      ...followUp(allParts.map((part) => ({ work: 'notify', store_id: store.id, restock_id, part }))),
      writes: [restocks.create(store.id, { restock_id, product_id, variant_id, notifying, created_at: now })],
      reply: { product_id, variant_id, notifying },
    };
  },
});
