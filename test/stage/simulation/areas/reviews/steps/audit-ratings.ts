import { auditRatings as contract } from '../../../../../../lib/resources/reviews/functions.ts';
import type { Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const auditing = ({ world }: Place): Step =>
  invocation(contract, { kind: 'audit' }, { store_id: world.store.id });
