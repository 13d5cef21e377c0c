import { joinWaitlist } from '../../../lib/resources/waitlist/functions.ts';
import * as contract from '../../../lib/resources/waitlist/operations.ts';
import { invoke } from '../invoke.ts';
import { succeeded, type World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

async function waitlisted({ store, products: [product] }: World): Promise<string> {
  const shopper = { product_id: product.id, variant_id: product.variants[0]?.id, email: 'ada@example.com' };
  await succeeded(invoke(joinWaitlist, { store_id: store.id, ...shopper }));
  return product.id;
}

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listWaitlistedProducts,
    roundTrips: 2,
    async prepare(world) {
      await waitlisted(world);
      return { query: { search: 'tea' } };
    },
  },
  {
    operation: contract.getProductWaitlist,
    prepare: async (world) => ({ path: { product_id: await waitlisted(world) } }),
  },
];
