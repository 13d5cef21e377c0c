import { releaseGiftCard } from '../../lib/contract/functions/checkout.ts';
import { release } from '../../lib/domain/gift-card.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as checkouts from '../../lib/table/checkout/checkouts.ts';
import * as giftCards from '../../lib/table/checkout/gift-cards.ts';

export const handler = storeCommand(releaseGiftCard, {
  async decide({ store, payload, now }) {
    const checkout = await checkouts.find(store.id, payload.checkout_id);
    const card = checkout && (await giftCards.find(store.id, checkout.gift_card_id));
    if (!card) return { writes: [], reply: { released: 0 } };

    const { next, released } = release(card, checkout.checkout_id, now);

    return {
      writes: [...giftCards.replace(store.id, card, { next }, now), checkouts.remove(store.id, checkout)],
      reply: { released },
    };
  },
});
