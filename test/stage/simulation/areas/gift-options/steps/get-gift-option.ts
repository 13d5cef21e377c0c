import { getGiftOption as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, optionOf, type Place } from '../place.ts';

export const reading = (place: Place, id: string): Step => request(contract, { kind: 'get', id }, at(place, id));

export const getGiftOption: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next(place, random) {
    const id = optionOf(place, random);
    return id ? reading(place, id) : undefined;
  },
};
