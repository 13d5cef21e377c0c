import { reportLiability as contract } from '../../../../../../lib/resources/gift-cards/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** In the last phase, when all that was issued is older than a minute. */
export const reportingAll = ({ store_id }: Place): Step =>
  invocation(contract, { kind: 'liability', phase: 3 }, { store_id });

export const reportLiability: Kind<Place> = {
  name: contract.name,
  weight: 2,
  next: ({ store_id }, _random, phase) => invocation(contract, { kind: 'liability', phase }, { store_id }),
};
