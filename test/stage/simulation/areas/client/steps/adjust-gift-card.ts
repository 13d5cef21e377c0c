import type { Kind } from '../../../engine/area.ts';
import { calling, type Place } from '../place.ts';

export const adjustGiftCard: Kind<Place> = {
  name: 'adjust-gift-card',
  weight: 30,
  next(place, random) {
    const amount = random.pick([1, 20, 300, -300, -900]);
    return calling(place, {
      name: 'adjust-gift-card',
      input: { kind: 'adjust', amount },
      random,
      act: ({ giftCards }) => giftCards.adjust(place.card, { amount }),
    });
  },
};
