import { importRecords as contract } from '../../../../../lib/contract/functions/operator.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import { firstName } from '../model.ts';
import type { Place } from '../place.ts';

/** Gives the product another name. */
export const importRecords: Kind<Place> = {
  name: contract.name,
  weight: 9,
  next({ store_id, product }, random) {
    const name = random.pick([firstName, 'Red TEAPOT']);
    return invocation(contract, { kind: 'import', name }, { store_id, products: [{ ...product, name }] });
  },
};
