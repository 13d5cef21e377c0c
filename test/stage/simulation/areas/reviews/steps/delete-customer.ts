import { deleteCustomer as contract } from '../../../../../../lib/resources/customers/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { customerOf, type Place } from '../place.ts';

export const deleteCustomer: Kind<Place> = {
  name: contract.name,
  weight: 3,
  next(place, random) {
    const customer = customerOf(place, random);
    return invocation(
      contract,
      { kind: 'delete customer', customer },
      { store_id: place.world.store.id, customer_id: customer },
    );
  },
};
