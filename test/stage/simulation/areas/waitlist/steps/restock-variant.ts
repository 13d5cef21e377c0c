import { restockVariant as contract } from '../../../../../../lib/resources/waitlist/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { type Place, restockOf } from '../place.ts';

export const restocking = ({ store_id, product }: Place, variant: string, restock: string): Step =>
  invocation(
    contract,
    { kind: 'restock', variant, restock },
    { store_id, product_id: product.id, variant_id: variant, restock_id: restock },
  );

export const restockVariant: Kind<Place> = {
  name: contract.name,
  weight: 12,
  next: (place, random) => restocking(place, random.pick([...place.variants]), restockOf(random)),
};
