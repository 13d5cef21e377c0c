import { listReviews as contract } from '../../../../../../lib/resources/reviews/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

interface Filters {
  status?: string;
  customer?: string;
  product?: string;
}

export const listing = ({ world }: Place, filters: Filters = {}): Step =>
  request(contract, { kind: 'list', ...filters }, { query: { limit: 100, ...filters }, key: world.read });

/** While reviews change: the index may show what was. */
export const listReviews: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next: ({ world }) => request(contract, { kind: 'list meanwhile' }, { query: { limit: 100 }, key: world.read }),
};
