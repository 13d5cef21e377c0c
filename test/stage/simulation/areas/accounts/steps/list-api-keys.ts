import { listApiKeys as contract } from '../../../../../../lib/resources/stores/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const listing = ({ store_id }: Place): Step => invocation(contract, { kind: 'list' }, { store_id, limit: 100 });

export const listApiKeys: Kind<Place> = { name: contract.name, weight: 20, next: listing };
