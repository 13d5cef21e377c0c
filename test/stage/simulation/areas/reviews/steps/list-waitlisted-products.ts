import { listWaitlistedProducts as contract } from '../../../../../../lib/resources/waitlist/operations.ts';
import type { Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

/** The list that shows how a product is rated. */
export const listingTotals = ({ world }: Place, product: string): Step =>
  request(contract, { kind: 'totals', product }, { query: { limit: 100 }, key: world.read });
