import { listOfferedGiftOptions as contract } from '../../../../../../lib/resources/gift-options/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const offering = ({ world, site_id }: Place): Step =>
  invocation(contract, { kind: 'list', offered: true }, { store_id: world.store.id, site_id });

export const listOfferedGiftOptions: Kind<Place> = { name: contract.name, weight: 10, next: offering };
