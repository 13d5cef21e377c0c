import { removeGiftOptionImage as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at } from '../../gift-options/place.ts';
import { optionOf, type Place } from '../place.ts';

export const removeGiftOptionImage: Kind<Place> = {
  name: contract.name,
  weight: 10,
  next(place, random) {
    const id = optionOf(place, random);
    return request(contract, { kind: 'remove photo', id }, at(place, id));
  },
};
