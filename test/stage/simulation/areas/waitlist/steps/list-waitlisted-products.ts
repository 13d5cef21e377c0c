import { listWaitlistedProducts as contract } from '../../../../../../lib/resources/waitlist/operations.ts';
import type { Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const listing = ({ product, key }: Place, search = ''): Step =>
  request(contract, { kind: 'list', search, product: product.id }, { query: { search, limit: 100 }, key });
