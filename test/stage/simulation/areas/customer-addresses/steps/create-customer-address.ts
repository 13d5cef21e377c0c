import { createCustomerAddress as contract } from '../../../../../../lib/resources/customer-addresses/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { type Place, words } from '../place.ts';

export const createCustomerAddress: Kind<Place> = {
  name: contract.name,
  weight: 26,
  next({ customer: { id }, key, known }, random) {
    const body = words(random);
    return request(
      contract,
      { kind: 'create', body },
      { path: { id }, body, key },
      ({ body: created }) => void (known.includes(created.id) || known.push(created.id)),
    );
  },
};
