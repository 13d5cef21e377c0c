import { listGiftCards as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind, Phase, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { keyOf, type Place } from '../place.ts';

export const using = ({ known }: Place, id: string, phase: Phase): Step =>
  request(contract, { kind: 'use', id, phase }, { key: known.get(id) ?? '' });

export const listGiftCards: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random, phase) {
    const id = keyOf(place, random);
    return id ? using(place, id, phase) : undefined;
  },
};
