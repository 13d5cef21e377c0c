import { showReview as contract } from '../../../../../../lib/resources/reviews/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const showReview: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next({ world, known }, random) {
    const review = random.among(known);
    if (!review) return undefined;
    return request(contract, { kind: 'show', id: review.id }, { path: { review_id: review.id }, key: world.write });
  },
};
