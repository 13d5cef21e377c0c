import { storeCommand } from '../../lib/invoke/function.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { noSuchCode } from '../../lib/resources/gift-cards/fields.ts';
import { holdGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import { hold, release } from '../../lib/resources/gift-cards/rules.ts';
import { notFound } from '../../lib/schema/errors.ts';

export const handler = storeCommand(holdGiftCard, {
  async decide({ store, payload, now }) {
    const { checkout_id, code, amount, expires_at } = payload;
    const [id, checkout] = await Promise.all([
      giftCards.findIdByCode(store.id, code),
      checkouts.find(store.id, checkout_id),
    ]);
    if (id === undefined) throw notFound(noSuchCode);
    const replaced = checkout && checkout.gift_card_id !== id ? checkout.gift_card_id : undefined;
    const [card, before] = await Promise.all([
      giftCards.get(store.id, id),
      replaced && giftCards.find(store.id, replaced),
    ]);
    if (!giftCards.hasCode(card, code)) throw notFound(noSuchCode);

    const { next, held } = hold(card, payload, now);

    return {
      writes: [
        ...giftCards.replace(store.id, card, { next }, now),
        ...(before ? giftCards.replace(store.id, before, release(before, checkout_id, now), now) : []),
        checkouts.createOrReplace(store.id, checkout, { checkout_id, gift_card_id: id, expires_at }),
      ],
      reply: { gift_card_id: id, last4: card.last4, held, remainder: amount - held },
    };
  },
});
