import { setCustomerStanding as contract } from '../../../../../../lib/resources/customers/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { customerOf, type Place } from '../place.ts';

export const setCustomerStanding: Kind<Place> = {
  name: contract.name,
  weight: 15,
  next(place, random) {
    const customer = customerOf(place, random);
    const standing = random.pick(['good', 'good', 'shadowbanned', 'banned']);
    return invocation(
      contract,
      { kind: 'standing', customer, standing },
      { store_id: place.world.store.id, customer_id: customer, standing },
    );
  },
};
