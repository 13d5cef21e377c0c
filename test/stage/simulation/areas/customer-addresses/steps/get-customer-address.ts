import { getCustomerAddress as contract } from '../../../../../../lib/resources/customer-addresses/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, type Place } from '../place.ts';

export const reading = (place: Place, id: string): Step => request(contract, { kind: 'get', id }, at(place, id));

export const getCustomerAddress: Kind<Place> = {
  name: contract.name,
  weight: 16,
  next(place, random) {
    const id = random.among(place.known);
    return id ? reading(place, id) : undefined;
  },
};
