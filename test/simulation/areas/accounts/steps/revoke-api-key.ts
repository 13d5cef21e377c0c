import { revokeApiKey as contract } from '../../../../../lib/contract/functions/operator.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { keyOf, type Place } from '../place.ts';

export const revokeApiKey: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random) {
    const id = keyOf(place, random);
    return id ? invocation(contract, { kind: 'revoke', id }, { store_id: place.store_id, key_id: id }) : undefined;
  },
};
