import { deleteGiftOption as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, optionOf, type Place } from '../place.ts';

export const deleteGiftOption: Kind<Place> = {
  name: contract.name,
  weight: 11,
  next(place, random) {
    const id = optionOf(place, random);
    return id ? request(contract, { kind: 'delete', id }, at(place, id)) : undefined;
  },
};
