import { postReview as contract } from '../../../../../../lib/resources/reviews/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { customerOf, type Place, words } from '../place.ts';

export const postReview: Kind<Place> = {
  name: contract.name,
  weight: 28,
  next(place, random) {
    const { world, products, known } = place;
    const customer = customerOf(place, random);
    const product = random.chance(0.7) ? products[0] : products[1];
    const said = words(random);
    return invocation(
      contract,
      { kind: 'post', customer, product, ...said },
      { store_id: world.store.id, site_id: world.sites[0].id, customer_id: customer, product_id: product, ...said },
      ({ body: { id } }) => void (known.some((one) => one.id === id) || known.push({ id, customer })),
    );
  },
};
