/** Announces a restock: the shoppers who wait are notified in the background. */
import type { Decision } from '../once/unit-of-work.ts';
import { followUp, type WaitlistWork } from '../queue/send.ts';
import * as products from '../resources/catalog/product-records.ts';
import { countEntries } from '../resources/waitlist/records.ts';
import * as restocks from '../resources/waitlist/restock-records.ts';
import { requireVariant } from '../resources/waitlist/rules.ts';
import { allParts } from '../resources/waitlist/waiting-count-records.ts';

type Announced = Pick<restocks.Restock, 'restock_id' | 'product_id' | 'variant_id'> & { notify_at_most: number | null };

/** The result of a restock. */
export const resultOf = ({ product_id, variant_id, notifying }: Omit<restocks.Restock, 'created_at'>) => ({
  ...{ product_id, variant_id, notifying },
});

/** Creates the restock; its id must be new. Throws 404 if the product does not exist or has no such variant. */
export async function decideRestock(
  store: string,
  announced: Announced,
  now: string,
): Promise<Decision<ReturnType<typeof resultOf>>> {
  const [product, waiting] = await Promise.all([
    products.get(store, announced.product_id),
    countEntries(store, announced),
  ]);
  requireVariant(product, announced.variant_id);

  const restock = { ...announced, notifying: Math.min(waiting, announced.notify_at_most ?? waiting), created_at: now };
  return {
    ...followUp(workOf(store, restock)),
    writes: [restocks.create(store, restock)],
    reply: resultOf(restock),
  };
}

/** A limited number of shoppers is notified one after the other; all shoppers are notified by all shards in parallel. */
const workOf = (store_id: string, { restock_id, notify_at_most }: Announced): WaitlistWork[] =>
  notify_at_most === null
    ? allParts.map((part) => ({ work: 'notify', store_id, restock_id, part }))
    : [{ work: 'notify-longest-waiting', store_id, restock_id }];
