import { importRecords as contract } from '../../../../../../lib/resources/catalog/functions.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { type Place, variantNames } from '../place.ts';

export const importRecords: Kind<Place> = {
  name: contract.name,
  weight: 3,
  next({ world, customers }, random) {
    const customer = random.pick([...customers]);
    return invocation(
      contract,
      { kind: 'import customer', customer: customer.id },
      { store_id: world.store.id, customers: [customer] },
    );
  },
};

/** Gives the variant that was bought another name, or drops it. */
export const renaming = ({ world, catalog }: Place, product: string, name: string): Step => {
  const products = catalog
    .filter(({ id }) => id === product)
    .map((record) => ({
      ...record,
      variants: record.variants.flatMap((variant, index) =>
        index === 0 ? [variant] : name === '' ? [] : [{ ...variant, name }],
      ),
    }));
  return invocation(contract, { kind: 'rename', product, name }, { store_id: world.store.id, products });
};

export const renameVariants: Kind<Place> = {
  name: contract.name,
  weight: 6,
  next: (place, random) => renaming(place, random.pick([...place.products]), random.pick(variantNames)),
};
