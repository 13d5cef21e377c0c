import type { Kind } from '../../../engine/area.ts';
import { calling, type Place } from '../place.ts';

export const getGiftCard: Kind<Place> = {
  name: 'get-gift-card',
  weight: 8,
  next: (place, random) =>
    calling(place, {
      name: 'get-gift-card',
      input: { kind: 'look at card', reads: true },
      random,
      act: ({ giftCards }) => giftCards.get(place.card),
    }),
};
