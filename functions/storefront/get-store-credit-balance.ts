import { storefrontQuery } from '../../lib/chain/storefront.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import { balanceOf } from '../../lib/resources/store-credits/balance-rules.ts';
import { getStoreCreditBalance } from '../../lib/resources/store-credits/functions.ts';
import * as storeCredits from '../../lib/resources/store-credits/records.ts';

export const handler = storefrontQuery(
  getStoreCreditBalance,
  async ({ store, wholeStore, payload: { customer_id, checkout_id }, now }) => {
    const [{ currency }, { ids }] = await Promise.all([
      wholeStore(),
      storeCredits.findOpen(store.id, customer_id),
      customers.get(store.id, customer_id),
    ]);
    const credits = await storeCredits.findMany(store.id, ids);

    return { currency, ...balanceOf(credits, checkout_id ?? undefined, now) };
  },
);
