import { getRestock as contract } from '../../../../../../lib/resources/waitlist/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { type Place, restockOf } from '../place.ts';

export const following = ({ store_id }: Place, restock: string): Step =>
  invocation(contract, { kind: 'progress', restock }, { store_id, restock_id: restock });

export const getRestock: Kind<Place> = {
  name: contract.name,
  weight: 6,
  next: (place, random) => following(place, restockOf(random)),
};
