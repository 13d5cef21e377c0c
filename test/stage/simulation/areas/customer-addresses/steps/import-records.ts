import { importRecords as contract } from '../../../../../../lib/resources/catalog/functions.ts';
import type { Kind } from '../../../engine/area.ts';
import { invocation } from '../../../engine/requests.ts';
import type { Place } from '../place.ts';

export const importRecords: Kind<Place> = {
  name: contract.name,
  weight: 8,
  next: ({ store_id, customer }) =>
    invocation(contract, { kind: 'import customer' }, { store_id, customers: [customer] }),
};
