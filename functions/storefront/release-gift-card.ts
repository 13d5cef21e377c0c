import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { releaseGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { release } from '../../lib/resources/gift-cards/rules.ts';

export const handler = storefrontCommand(releaseGiftCard, {
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
