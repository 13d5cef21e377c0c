import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { holdGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { hold, release } from '../../lib/resources/gift-cards/rules.ts';
import * as typedCodes from '../../lib/resources/gift-cards/typed-code-records.ts';

export const handler = storefrontCommand(holdGiftCard, {
  async decide({ store, payload, now, cleared }) {
    const { checkout_id, amount, expires_at } = payload;
    const [card, [checkout, held]] = await Promise.all([
      typedCodes.get(store.id, payload, { now, cleared, operation: holdGiftCard.name }),
      heldBy(store.id, checkout_id),
    ]);
    const before = held && held.id !== card.id ? held : undefined;

    const next = hold(card, payload, now);

    return {
      writes: [
        ...giftCards.replace(store.id, card, next, now),
        ...(before ? giftCards.replace(store.id, before, release(before, checkout_id, now), now) : []),
        checkouts.createOrReplace(store.id, checkout, { checkout_id, gift_card_id: card.id, expires_at }),
      ],
      reply: { gift_card_id: card.id, last4: card.last4, held: next.held, remainder: amount - next.held },
    };
  },
});

/** The checkout, and the card that it holds. */
async function heldBy(store: string, checkout_id: string) {
  const checkout = await checkouts.find(store, checkout_id);
  return [checkout, checkout && (await giftCards.find(store, checkout.gift_card_id))] as const;
}
