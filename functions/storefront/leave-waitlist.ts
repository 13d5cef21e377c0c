import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import { leaveWaitlist } from '../../lib/resources/waitlist/functions.ts';
import * as waitlist from '../../lib/resources/waitlist/records.ts';
import { requireVariant } from '../../lib/resources/waitlist/rules.ts';
import { counterFor } from '../../lib/resources/waitlist/waiting-count-records.ts';
import { reconciling } from '../../lib/work/reconcile-count.ts';

export const handler = storefrontCommand(leaveWaitlist, {
  async decide({ store, payload, now, attempt }) {
    const { product_id, variant_id } = payload;
    const [product, entry] = await Promise.all([
      products.get(store.id, product_id),
      waitlist.findRecord(store.id, payload),
    ]);
    const reply = { product_id, variant_id, waiting: false as const };
    if (!waitlist.isWaiting(entry)) {
      requireVariant(product, variant_id);
      return { writes: [], reply };
    }

    const place = counterFor(store.id, product, attempt);

    return {
      ...reconciling(store.id, product_id, place),
      writes: waitlist.leave(store.id, product, entry, { place, now }),
      reply,
    };
  },
});
