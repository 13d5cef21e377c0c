import { deleteCustomerAddress as contract } from '../../../../../../lib/resources/customer-addresses/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place } from '../place.ts';

export const deleteCustomerAddress: Kind<Place> = {
  name: contract.name,
  weight: 16,
  next(place, random) {
    const id = random.among(place.known);
    return id ? request(contract, { kind: 'delete', id }, at(place, id)) : undefined;
  },
};
