import { listGiftCards as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** In the last phase. */
export const listing = ({ key }: Place, status?: string): Step =>
  request(contract, { kind: 'list', status, phase: 3 }, { key, query: { limit: 100, ...(status ? { status } : {}) } });
