import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as productNames from '../../lib/resources/catalog/product-name-records.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import * as sites from '../../lib/resources/catalog/site-records.ts';
import { joinWaitlist } from '../../lib/resources/waitlist/functions.ts';
import * as waitlist from '../../lib/resources/waitlist/records.ts';
import { requireVariant } from '../../lib/resources/waitlist/rules.ts';
import { counterFor } from '../../lib/resources/waitlist/waiting-count-records.ts';
import { reconciling } from '../../lib/work/reconcile-count.ts';

export const handler = storefrontCommand(joinWaitlist, {
  async decide({ store, payload, now, newId, attempt }) {
    const { product_id, variant_id, email } = payload;
    const [product, read, site] = await Promise.all([
      products.get(store.id, product_id),
      waitlist.findRecord(store.id, payload),
      payload.site_id ? sites.get(store.id, payload.site_id) : undefined,
    ]);
    requireVariant(product, variant_id);

    const reply = { product_id, variant_id, waiting: true as const };
    if (waitlist.isWaiting(read)) {
      const joined = { site_id: site?.id ?? read.site_id, locale: payload.locale ?? read.locale };
      const isSame = joined.site_id === read.site_id && joined.locale === read.locale;
      return { writes: isSame ? [] : [waitlist.joinAgain(store.id, read, joined)], reply };
    }
    const entry = {
      id: newId('waitlistEntry'),
      product_id,
      variant_id,
      email,
      site_id: site?.id ?? null,
      locale: payload.locale ?? null,
      joined_at: now,
    };

    const place = counterFor(store.id, product, attempt);
    const { before, after } = reconciling(store.id, product_id, place);

    return {
      before: [...productNames.record(store.id, product), ...before],
      writes: waitlist.join(store.id, product, { read, entry }, place),
      after,
      reply,
    };
  },
});
