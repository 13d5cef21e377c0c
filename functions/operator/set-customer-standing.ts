import { storeWork } from '../../lib/chain/function.ts';
import { setCustomerStanding } from '../../lib/resources/customers/functions.ts';
import { changeStanding } from '../../lib/work/change-reviews.ts';

export const handler = storeWork(setCustomerStanding, async ({ store, payload, commit }) => {
  const { customer_id, standing } = payload;
  const reviews_changed = await changeStanding(commit, store.id, { id: customer_id, standing });

  return { customer_id, standing, reviews_changed };
});
