import { listGiftOptions as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const listing = ({ site_id, key }: Place): Step =>
  request(contract, { kind: 'list' }, { path: { site_id }, key });

export const listGiftOptions: Kind<Place> = { name: contract.name, weight: 10, next: listing };
