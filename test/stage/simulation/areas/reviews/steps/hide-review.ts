import { hideReview as contract } from '../../../../../../lib/resources/reviews/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const hideReview: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next({ world, known }, random) {
    const review = random.among(known);
    if (!review) return undefined;
    const { id } = review;
    const reason = random.pick(['spam', 'other']);
    return request(
      contract,
      { kind: 'hide', id, reason },
      { path: { review_id: id }, key: world.write, body: { reason } },
    );
  },
};
