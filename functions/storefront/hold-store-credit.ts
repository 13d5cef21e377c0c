import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import { holdCredits, isCard, isCredit } from '../../lib/resources/gift-cards/checkout-rules.ts';
import { holdStoreCredit } from '../../lib/resources/store-credits/functions.ts';
import * as storeCredits from '../../lib/resources/store-credits/records.ts';

export const handler = storefrontCommand(holdStoreCredit, {
  async decide({ store, payload, now }) {
    const { checkout_id, customer_id } = payload;
    const [{ checkout, joined, superseded, others }] = await Promise.all([
      checkouts.findWithPayers(store.id, checkout_id, storeCredits.findOpen(store.id, customer_id)),
      customers.get(store.id, customer_id),
    ]);

    const credits = [...[...joined, ...superseded].filter(isCredit), ...others];
    const { changes, held, holds, remainder, expires_at } = holdCredits(joined.filter(isCard), credits, payload, now);

    return {
      writes: [
        ...checkouts.replaceHolds(store.id, changes, now),
        ...checkouts.release(store.id, checkout_id, superseded.filter(isCard), now),
        ...checkouts.keep(store.id, checkout, { checkout_id, holds, expires_at }),
      ],
      reply: { held, remainder, holds },
    };
  },
});
