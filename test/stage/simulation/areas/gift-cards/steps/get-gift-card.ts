import { getGiftCard as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind, Phase, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, cardOf, type Place } from '../place.ts';

export const reading = (place: Place, id: string, phase: Phase): Step =>
  request(contract, { kind: 'get', id, phase }, at(place, id));

export const getGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 4,
  next(place, random, phase) {
    const id = cardOf(place, random);
    return id ? reading(place, id, phase) : undefined;
  },
};
