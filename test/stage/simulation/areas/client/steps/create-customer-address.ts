import type { Kind } from '../../../engine/area.ts';
import { calling, type Place } from '../place.ts';

export const createCustomerAddress: Kind<Place> = {
  name: 'create-customer-address',
  weight: 20,
  next(place, random) {
    const word = `L${random.below(1_000_000)}`;
    const rest = { first_name: 'Ada', street1: '1 Loom Lane', city: 'Boston', state: 'MA', country_id: 1 };
    return calling(place, {
      name: 'create-customer-address',
      input: { kind: 'create', word },
      random,
      async act({ customerAddresses }) {
        const address = await customerAddresses.create(place.customer, { ...rest, last_name: word });
        place.known.push(address.id);
        place.kept.add(address.id);
        return address;
      },
    });
  },
};
