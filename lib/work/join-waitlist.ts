/** Adds a shopper to a waitlist, for the storefront function and for calls with a shopper token. */
import type { Attempt, Decision } from '../once/unit-of-work.ts';
import * as productNames from '../resources/catalog/product-name-records.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import type { joinWaitlist } from '../resources/waitlist/functions.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import { requireVariant } from '../resources/waitlist/rules.ts';
import { counterFor } from '../resources/waitlist/waiting-count-records.ts';
import type { Resource } from '../schema/ids.ts';
import type { PayloadOf, ResultOf } from '../schema/invocable.ts';
import { reconciling } from './reconcile-count.ts';

interface Request {
  store: { id: string };
  payload: PayloadOf<typeof joinWaitlist>;
  newId(resource: Resource): string;
}

/** Adds an address to the waitlist of a variant. An address that waits already keeps its place. */
export const joinOnce = {
  async decide({
    store,
    payload,
    now,
    newId,
    attempt,
  }: Request & Attempt): Promise<Decision<ResultOf<typeof joinWaitlist>>> {
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
};
