import { auditLedger as contract } from '../../../../../../lib/resources/gift-cards/functions.ts';
import type { Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const auditing = ({ store_id }: Place): Step => invocation(contract, { kind: 'audit' }, { store_id });
