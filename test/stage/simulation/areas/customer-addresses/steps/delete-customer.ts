import { deleteCustomer as contract } from '../../../../../../lib/resources/customers/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const deleteCustomer: Kind<Place> = {
  name: contract.name,
  weight: 8,
  next: ({ store_id, customer }) =>
    invocation(contract, { kind: 'delete customer' }, { store_id, customer_id: customer.id }),
};
