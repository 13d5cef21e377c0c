import { getProductWaitlist as contract } from '../../../../../../lib/resources/waitlist/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const counting = ({ product, key }: Place): Step =>
  request(contract, { kind: 'count' }, { path: { product_id: product.id }, key });

export const getProductWaitlist: Kind<Place> = { name: contract.name, weight: 14, next: counting };
