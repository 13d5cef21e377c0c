import { importRecords } from '../../../../../lib/resources/catalog/functions.ts';
import { addressInput } from '../../../../../lib/resources/customer-addresses/fields.ts';
import type { ImportedCustomer } from '../../../../../lib/resources/customers/fields.ts';
import { exampleObject } from '../../../../../lib/schema/examples.ts';
import { tableOf } from '../../../../../lib/schema/field.ts';
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

/** What an address may say, with some of what it may leave out. */
export function words(random: Random): object {
  const body = exampleObject(addressInput, {
    last_name: `L${random.below(1000)}`,
    street1: `${random.below(100)} Loom Lane`,
    country_id: 1 + random.below(2),
  });
  const isSaid = (name: string) => tableOf(addressInput)?.fields[name]?.absent === undefined || random.chance(0.5);
  return Object.fromEntries(Object.entries(body).filter(([name]) => isSaid(name)));
}
