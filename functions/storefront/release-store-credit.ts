import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { releaseStoreCredit } from '../../lib/resources/store-credits/functions.ts';

export const handler = storefrontCommand(releaseStoreCredit, {
  async decide({ store, payload: { checkout_id }, now }) {
    const { writes, released } = await checkouts.releaseChosen(
      store.id,
      checkout_id,
      (hold) => 'store_credit_id' in hold,
      now,
    );

    return { writes, reply: { released } };
  },
});
