import { type ImportedCustomer, importRecords } from '../../../../../lib/contract/functions/operator.ts';
import { newCustomer, type World } from '../../../../support/world/world.ts';
import type { Random } from '../../engine/random.ts';
import { made } from '../../engine/requests.ts';

/** A customer whose addresses all clients change. */
export interface Place {
  store_id: string;
  key: string;
  customer: ImportedCustomer;
  /** Ids of the addresses that clients were told of. */
  known: string[];
}

export async function begin({ store, write: key }: World): Promise<Place> {
  const customer = newCustomer();
  await made(importRecords, { store_id: store.id, customers: [customer] });
  return { store_id: store.id, key, customer, known: [] };
}

/** A request about one of the customer's addresses. */
export const at = ({ customer, key }: Place, address_id: string) => ({ path: { id: customer.id, address_id }, key });

/** What an address may say. */
export const words = (random: Random) => ({
  first_name: 'Ada',
  last_name: `L${random.below(1000)}`,
  street1: `${random.below(100)} Loom Lane`,
  ...(random.chance(0.5) ? { street2: 'Flat 2' } : {}),
  city: 'Boston',
  state: 'MA',
  country_id: 1 + random.below(2),
});
