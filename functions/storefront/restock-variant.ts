import { restockVariant } from '../../lib/contract/functions/waitlist.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { requireVariant } from '../../lib/domain/waitlist.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import { followUp } from '../../lib/queue/waitlist-queue.ts';
import * as products from '../../lib/table/catalog/products.ts';
import * as restocks from '../../lib/table/waitlist/restocks.ts';
import { allParts } from '../../lib/table/waitlist/waiting-count.ts';
import { countEntries } from '../../lib/table/waitlist/waitlist.ts';

export const handler = storeFunction(restockVariant, ({ store, payload, now, commit }) =>
  commit(async () => {
    const { product_id, variant_id, restock_id } = payload;
    const [product, existing] = await Promise.all([
      products.get(store.id, product_id),
      restocks.find(store.id, restock_id),
    ]);
    if (existing) {
      if (existing.product_id !== product_id || existing.variant_id !== variant_id) throw duplicate();
      return { writes: [], reply: { product_id, variant_id, notifying: existing.notifying } };
    }
    requireVariant(product, variant_id);

    const notifying = await countEntries(store.id, payload);

    return {
      ...followUp(allParts.map((part) => ({ work: 'notify', store_id: store.id, restock_id, part }))),
      writes: [restocks.create(store.id, { restock_id, product_id, variant_id, notifying, created_at: now })],
      reply: { product_id, variant_id, notifying },
    };
  }),
);
