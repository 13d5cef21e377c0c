import { joinWaitlist as contract } from '../../../../../../lib/resources/waitlist/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { type Place, shopperOf } from '../place.ts';

export const joinWaitlist: Kind<Place> = {
  name: contract.name,
  weight: 38,
  next(place, random) {
    const { input, payload } = shopperOf(place, random);
    return invocation(contract, { kind: 'join', ...input }, payload);
  },
};
