import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { release } from '../../lib/ledger/hold-rules.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { holdAmong } from '../../lib/resources/gift-cards/checkout-rules.ts';
import { holdGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import * as typedCodes from '../../lib/resources/gift-cards/typed-code-records.ts';

export const handler = storefrontCommand(holdGiftCard, {
  async decide({ store, payload, now, cleared }) {
    const { checkout_id, add } = payload;
    const [card, { checkout, joined, superseded }] = await Promise.all([
      typedCodes.get(store.id, payload, { now, cleared, operation: holdGiftCard.name }),
      heldBy(store.id, checkout_id),
    ]);

    const { next, held, holds, remainder, expires_at } = holdAmong(add ? joined : [], card, payload, now);
    const replaced = [...superseded, ...(add ? [] : joined)].filter(({ id }) => id !== card.id);

    return {
      writes: [
        ...giftCards.replace(store.id, card, { next }, now),
        ...replaced.flatMap((each) => giftCards.replace(store.id, each, release(each, checkout_id, now), now)),
        checkouts.createOrReplace(store.id, checkout, {
          checkout_id,
          holds: holds.map(({ gift_card_id }) => ({ gift_card_id })),
          expires_at,
        }),
      ],
      reply: { gift_card_id: card.id, last4: card.last4, held, remainder, ...(add && { holds }) },
    };
  },
});

/** The checkout, and the cards of its holds. */
async function heldBy(store: string, checkout_id: string) {
  const checkout = await checkouts.find(store, checkout_id);
  const [joined, superseded] = await Promise.all([
    checkouts.cardsOf(store, checkout?.holds ?? []),
    checkouts.cardsOf(store, checkout?.superseded ?? []),
  ]);
  return { checkout, joined, superseded };
}
