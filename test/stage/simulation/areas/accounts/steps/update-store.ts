import { updateStore as contract } from '../../../../../../lib/resources/stores/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const updateStore: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next({ store_id }, random) {
    const name = random.pick(['Cups', 'Saucers']);
    return invocation(contract, { kind: 'update store', name }, { store_id, name });
  },
};
