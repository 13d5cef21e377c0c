import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { releaseGiftCard } from '../../lib/resources/gift-cards/functions.ts';

export const handler = storefrontCommand(releaseGiftCard, {
  async decide({ store, payload: { checkout_id, gift_card_id }, now }) {
    const { writes, released } = await checkouts.releaseChosen(
      store.id,
      checkout_id,
      (hold) => 'gift_card_id' in hold && (!gift_card_id || hold.gift_card_id === gift_card_id),
      now,
    );

    return { writes, reply: { released } };
  },
});
