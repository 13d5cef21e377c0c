import { exportGiftCards as contract } from '../../../../../../lib/resources/gift-cards/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** In the last phase, when all that was issued is older than a minute. */
export const exportingAll = ({ store_id }: Place): Step =>
  invocation(contract, { kind: 'export', phase: 3 }, { store_id });

export const exportGiftCards: Kind<Place> = {
  name: contract.name,
  weight: 2,
  next: ({ store_id }, _random, phase) => invocation(contract, { kind: 'export', phase }, { store_id }),
};
