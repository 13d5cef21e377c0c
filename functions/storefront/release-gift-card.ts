import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { release } from '../../lib/ledger/hold-rules.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { releaseGiftCard } from '../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';

export const handler = storefrontCommand(releaseGiftCard, {
  async decide({ store, payload: { checkout_id, gift_card_id }, now }) {
    const checkout = await checkouts.find(store.id, checkout_id);
    const { holds = [], superseded = [] } = checkout ?? {};
    const left = gift_card_id ? holds.filter((hold) => hold.gift_card_id !== gift_card_id) : [];
    const cards = await checkouts.cardsOf(store.id, [...superseded, ...holds.filter((hold) => !left.includes(hold))]);
    if (!checkout || cards.length === 0) return { writes: [], reply: { released: 0 } };

    const releases = cards.map((card) => ({ card, ...release(card, checkout_id, now) }));

    return {
      writes: [
        ...releases.flatMap(({ card, next }) => giftCards.replace(store.id, card, { next }, now)),
        left.length > 0
          ? checkouts.createOrReplace(store.id, checkout, { ...checkout, holds: left })
          : checkouts.remove(store.id, checkout),
      ],
      reply: { released: releases.reduce((sum, { released }) => sum + released, 0) },
    };
  },
});
