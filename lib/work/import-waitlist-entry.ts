/** Imports one shopper who waits for a variant in another system. */
import type { Attempt, Decision } from '../once/unit-of-work.ts';
import * as productNames from '../resources/catalog/product-name-records.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as sites from '../resources/catalog/site-records.ts';
import type { ImportedWaitlistEntry } from '../resources/move-in/fields.ts';
import { refuseFuture } from '../resources/move-in/rules.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import { counterFor } from '../resources/waitlist/waiting-count-records.ts';
import { newIdOf } from '../runtime/ids.ts';
import { notFound } from '../schema/errors.ts';
import type { Imported } from './import-each.ts';
import { reconciling } from './reconcile-count.ts';

/** Throws `NOT_FOUND` and `INVALID_FIELD`. */
export async function decideOnWaitlistEntry(
  store: string,
  record: ImportedWaitlistEntry,
  { now, attempt }: Attempt,
): Promise<Decision<Imported>> {
  const { product_id, variant_id, email, site_id } = record;
  const [product, read, site] = await Promise.all([
    products.find(store, product_id),
    waitlist.findRecord(store, record),
    site_id ? sites.find(store, site_id) : undefined,
  ]);
  if (waitlist.isWaiting(read) || waitlist.isKnown(read, now)) return { writes: [], reply: 'unchanged' };
  if (!product) throw notFound('product_id is no product of the store');
  if (!product.variants.some(({ id }) => id === variant_id)) {
    throw notFound('variant_id is no variant of the product');
  }
  if (site_id && !site) throw notFound('site_id is no site of the store');
  refuseFuture('joined_at', record.joined_at, now);

  const joined_at = record.joined_at ?? now;
  const entry = {
    id: newIdOf('waitlistEntry', joined_at),
    product_id,
    variant_id,
    email,
    site_id: site?.id ?? null,
    joined_at,
    locale: null,
    imported: true,
  } as const;
  const place = counterFor(store, product, attempt);
  const { before, after } = reconciling(store, product_id, place);

  return {
    before: [...productNames.record(store, product), ...before],
    writes: waitlist.join(store, product, { read, entry }, place),
    after,
    reply: 'imported',
  };
}
