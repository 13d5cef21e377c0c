import { importRecords as contract } from '../../../../../../lib/resources/catalog/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { firstName } from '../model.ts';
import type { Place } from '../place.ts';

/** Gives the product a name and some of its variants. */
export const importing = (
  { store_id, product }: Place,
  name: string,
  variants: readonly string[],
  isLast = false,
): Step => {
  const record = { ...product, name, variants: product.variants.filter(({ id }) => variants.includes(id)) };
  return invocation(contract, { kind: 'import', name, variants, isLast }, { store_id, products: [record] });
};

/** Gives the product another name, and now and then drops a variant. */
export const importRecords: Kind<Place> = {
  name: contract.name,
  weight: 9,
  next(place, random) {
    const [small, large] = place.variants;
    const name = random.pick([firstName, 'Red TEAPOT']);
    return importing(place, name, random.chance(0.3) ? [small] : [small, large]);
  },
};
