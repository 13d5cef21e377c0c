/** Restocks of a world's first product, and what their queue does. */
import { expect } from 'vitest';
import type { WaitlistWork } from '../../../lib/queue/send.ts';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { allParts } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { batchOf } from '../aws/queued-messages.ts';
import { handlerOf } from '../handlers.ts';
import { invoke } from '../invoke.ts';
import * as waitlist from './waitlist.ts';
import type { World } from './world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

/** One of the product's variants, as functions are given it. */
export const variantOf = ({ store, products: [product] }: World, variant = 0) => ({
  store_id: store.id,
  product_id: product.id,
  variant_id: product.variants[variant]?.id,
});

export const join = (world: World, email: string, variant = 0) =>
  waitlist.join(world, world.products[0], email, world.products[0].variants[variant]);

/** How many wait for the product. */
export const count = (world: World) => waitlist.count(world, world.products[0]);

export const restock = (world: World, restock_id: string, variant = 0, fields: object = {}) =>
  invoke(restockVariant, { ...variantOf(world, variant), restock_id, ...fields });

/** The work that the queue brings for a restock of a few. */
export const workOfFew = ({ store }: World, restock_id: string): string =>
  JSON.stringify({ work: 'notify-longest-waiting', store_id: store.id, restock_id } satisfies WaitlistWork);

/** Does that work, each message as often as it is delivered at once. */
export const notifyFew = async (world: World, restock_id: string, { times = 1 } = {}): Promise<void> =>
  expect(await workOnWaitlist(batchOf(Array.from({ length: times }, () => workOfFew(world, restock_id))))).toEqual({
    batchItemFailures: [],
  });

/** Does what the queue would have done for a restock, or for some parts of its waitlist. */
export async function notify({ store }: World, restock_id: string, parts = allParts): Promise<void> {
  const work = parts.map((part): WaitlistWork => ({ work: 'notify', store_id: store.id, restock_id, part }));
  const Records = work.map((message, index) => ({ messageId: String(index), body: JSON.stringify(message) }));
  expect(await workOnWaitlist({ Records: Records as never })).toEqual({ batchItemFailures: [] });
}
