import { importRecords as contract } from '../../../../../lib/contract/functions/operator.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

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
