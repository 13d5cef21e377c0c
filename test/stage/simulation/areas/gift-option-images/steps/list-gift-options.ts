import { listGiftOptions as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const listing = ({ site_id, key }: Place): Step =>
  request(contract, { kind: 'list' }, { path: { site_id }, key });
