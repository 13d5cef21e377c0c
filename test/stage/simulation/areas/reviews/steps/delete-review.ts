import { deleteReview as contract } from '../../../../../../lib/resources/reviews/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const deleteReview: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next({ world, known }, random) {
    const review = random.among(known);
    if (!review) return undefined;
    const { id, customer } = review;
    return invocation(
      contract,
      { kind: 'delete', id },
      { store_id: world.store.id, customer_id: customer, review_id: id },
    );
  },
};
