import { createStore as contract } from '../../../../../../lib/resources/stores/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const createStore: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next({ store_id }, random) {
    const name = random.pick(['Tea', 'Tea', 'Coffee']);
    return invocation(contract, { kind: 'create store', name }, { store_id, name, currency: 'EUR' });
  },
};
