import { getReview as contract } from '../../../../../../lib/resources/reviews/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const reading = ({ world }: Place, id: string): Step =>
  request(contract, { kind: 'get', id }, { path: { review_id: id }, key: world.read });

export const getReview: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next(place, random) {
    const review = random.among(place.known);
    return review && reading(place, review.id);
  },
};
