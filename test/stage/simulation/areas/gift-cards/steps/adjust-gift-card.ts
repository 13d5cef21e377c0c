import { adjustGiftCard as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { highestBalance } from '../model.ts';
import { at, cardOf, type Place } from '../place.ts';

export const adjustGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 7,
  next(place, random, phase) {
    const id = cardOf(place, random);
    const amount = random.pick([-500, -300, 200, highestBalance]);
    return id
      ? request(contract, { kind: 'adjust', id, amount, phase }, { ...at(place, id), body: { amount } })
      : undefined;
  },
};
