import { updateCustomerAddress as contract } from '../../../../../../lib/resources/customer-addresses/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place, words } from '../place.ts';

export const updateCustomerAddress: Kind<Place> = {
  name: contract.name,
  weight: 16,
  next(place, random) {
    const id = random.among(place.known);
    const body = words(random);
    return id ? request(contract, { kind: 'update', id, body }, { ...at(place, id), body }) : undefined;
  },
};
