import { updateGiftOption as contract } from '../../../../../../lib/resources/gift-options/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, optionOf, type Place, words } from '../place.ts';

export const updateGiftOption: Kind<Place> = {
  name: contract.name,
  weight: 11,
  next(place, random) {
    const id = optionOf(place, random);
    const body = words(random);
    return id ? request(contract, { kind: 'update', id, body }, { ...at(place, id), body }) : undefined;
  },
};
