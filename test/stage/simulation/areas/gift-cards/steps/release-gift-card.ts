import { releaseGiftCard as contract } from '../../../../../../lib/resources/gift-cards/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const releaseGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 5,
  next({ store_id, checkouts }, random, phase) {
    const { id } = random.pick([...checkouts]);
    return invocation(contract, { kind: 'release', checkout: id, phase }, { store_id, checkout_id: id });
  },
};
