import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { holdAmong, isCredit } from '../../lib/resources/gift-cards/checkout-rules.ts';
import { holdGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import * as typedCodes from '../../lib/resources/gift-cards/typed-code-records.ts';

export const handler = storefrontCommand(holdGiftCard, {
  async decide({ store, payload, now, cleared }) {
    const { checkout_id, add } = payload;
    const [card, { checkout, joined, superseded }] = await Promise.all([
      typedCodes.get(store.id, payload, { now, cleared, operation: holdGiftCard.name }),
      checkouts.findWithPayers(store.id, checkout_id),
    ]);

    const kept = joined.filter((each) => add || isCredit(each) || each.id === card.id);
    const { next, held, holds, remainder, expires_at } = holdAmong(kept, card, payload, now);
    const replaced = [...superseded, ...joined].filter(
      ({ id }) => !holds.some((hold) => checkouts.payerOf(hold) === id),
    );

    return {
      writes: [
        ...giftCards.replace(store.id, card, { next }, now),
        ...checkouts.release(store.id, checkout_id, replaced, now),
        checkouts.createOrReplace(store.id, checkout, { checkout_id, holds, expires_at }),
      ],
      reply: { gift_card_id: card.id, last4: card.last4, held, remainder, ...(add && { holds }) },
    };
  },
});
