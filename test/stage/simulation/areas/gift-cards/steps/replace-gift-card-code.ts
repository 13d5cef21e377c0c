import { replaceGiftCardCode as contract } from '../../../../../../lib/resources/gift-cards/operations.ts';
import type { Kind } from '../../../engine/area.ts';
import { request } from '../../../engine/requests.ts';
import { at, cardOf, friend, hearCode, type Place } from '../place.ts';

export const replaceGiftCardCode: Kind<Place> = {
  name: contract.name,
  weight: 4,
  next(place, random, phase) {
    const id = cardOf(place, random);
    if (!id) return undefined;
    const recipient = random.chance(0.5) ? friend : undefined;
    const body = recipient ? { recipient_email: recipient } : undefined;
    return request(
      contract,
      { kind: 'replace code', id, recipient, phase },
      { ...at(place, id), body },
      ({ body: { code } }) => hearCode(place, id, code),
    );
  },
};
