import { listStores as contract } from '../../../../../../lib/resources/stores/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** Others are in the table too: those from this one on. */
export const listingStores = ({ store_id }: Place): Step =>
  invocation(contract, { kind: 'list stores' }, { after: store_id.slice(0, -1), limit: 100 });

export const listStores: Kind<Place> = { name: contract.name, weight: 10, next: listingStores };
