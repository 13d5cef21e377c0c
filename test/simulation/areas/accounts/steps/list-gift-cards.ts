import { listGiftCards as contract } from '../../../../../lib/contract/api/gift-cards.ts';
import { forgetAll } from '../../../../../lib/runtime/bounded-map.ts';
import type { Kind, Step } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { keyOf, type Place } from '../place.ts';

/** Lists gift cards with the key, as a function that has not met it yet. */
export function using({ known }: Place, id: string): Step {
  const step = request(contract, { kind: 'use', id }, { key: known.get(id) ?? '' });
  return {
    ...step,
    send() {
      forgetAll();
      return step.send();
    },
  };
}

export const listGiftCards: Kind<Place> = {
  name: contract.name,
  weight: 20,
  next(place, random) {
    const id = keyOf(place, random);
    return id ? using(place, id) : undefined;
  },
};
