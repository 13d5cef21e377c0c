/** Imports one address of a customer of another system. */
import type { Attempt, Decision, Step } from '../once/unit-of-work.ts';
import * as addresses from '../resources/customer-addresses/records.ts';
import { newAddress } from '../resources/customer-addresses/rules.ts';
import * as customers from '../resources/customers/records.ts';
import type { ImportedAddress } from '../resources/move-in/fields.ts';
import * as marks from '../resources/move-in/records.ts';
import { fingerprintOf } from '../resources/move-in/records.ts';
import { refuseFuture } from '../resources/move-in/rules.ts';
import { newIdOf } from '../runtime/ids.ts';
import type { Imported } from './import-each.ts';

/** What an address is told by among those of its customer: its id, or all of its fields. */
export const identityOf = ({ id, created_at: _, ...fields }: ImportedAddress): string => id ?? fingerprintOf(fields);

const placeOf = (record: ImportedAddress) =>
  ({ customer: record.customer_id, kind: 'ADDRESS', identity: identityOf(record) }) as const;

/** The step that does it. Throws `NOT_FOUND`, `INVALID_FIELD` and `DUPLICATE`. */
export const importingAddress = (store: string, record: ImportedAddress): Step<Imported> => ({
  decide: (attempt) => decideOnAddress(store, record, attempt),
  record: marks.recordOf(store, placeOf(record), [fingerprintOf(record)]),
});

async function decideOnAddress(store: string, record: ImportedAddress, { now }: Attempt): Promise<Decision<Imported>> {
  const { customer_id, id, created_at } = record;
  const place = placeOf(record);
  const [mark, customer, existing] = await Promise.all([
    marks.find(store, place),
    customers.get(store, customer_id, 'customer_id is no customer of the store'),
    id ? addresses.find(store, customer_id, id) : undefined,
  ]);
  if (mark || existing) throw marks.importedOtherwise(id ? 'id' : 'fields, and another created_at');
  refuseFuture('created_at', created_at, now);

  const created = created_at ?? now;
  const address = newAddress(record, id ?? newIdOf('address', created), created);

  return {
    writes: [
      addresses.create(store, customer.id, address),
      customers.checkPresent(store, customer),
      marks.create(store, place, fingerprintOf(record)),
    ],
    reply: 'imported',
  };
}
