import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { customer } from '../../../lib/resources/customers/fields.ts';
import { getCustomer } from '../../../lib/resources/customers/operations.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = query(getCustomer, async ({ store, path }) =>
  ok(show(customer, await customers.get(store.id, path.id, getCustomer.notFound))),
);
