import { revokeApiKey as contract } from '../../../../../../lib/resources/stores/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { keyOf, type Place } from '../place.ts';

export const revokeApiKey: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random, phase) {
    const id = keyOf(place, random);
    if (!id) return undefined;
    const at = random.chance(0.5) ? random.pick([phase, 2]) : undefined;
    const payload = { store_id: place.store_id, key_id: id, at: at && place.ends[at] };
    return invocation(contract, { kind: 'revoke', id, at, phase }, payload);
  },
};
