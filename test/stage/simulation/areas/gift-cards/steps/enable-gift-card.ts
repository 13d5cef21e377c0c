import { enableGiftCard as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, cardOf, type Place } from '../place.ts';

export const enableGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 4,
  next(place, random, phase) {
    const id = cardOf(place, random);
    return id ? request(contract, { kind: 'enable', id, phase }, at(place, id)) : undefined;
  },
};
