import { listGiftCards as contract } from '../../../../../lib/contract/api/gift-cards.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { keyOf, type Place } from '../place.ts';

export const using = ({ known }: Place, id: string): Step =>
  request(contract, { kind: 'use', id }, { key: known.get(id) ?? '' });

export const listGiftCards: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random) {
    const id = keyOf(place, random);
    return id ? using(place, id) : undefined;
  },
};
