import { updateGiftCard as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { forEver } from '../model.ts';
import { at, cardOf, type Place } from '../place.ts';

export const updateGiftCard: Kind<Place> = {
  name: contract.name,
  weight: 4,
  next(place, random, phase) {
    const id = cardOf(place, random);
    const until = random.chance(0.5) ? phase : forEver;
    const note = random.pick(['Gift', null]);
    const body = { expires_at: place.ends[until] ?? null, note };
    return id ? request(contract, { kind: 'update', id, until, note, phase }, { ...at(place, id), body }) : undefined;
  },
};
