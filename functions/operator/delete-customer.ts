import { storeWork } from '../../lib/chain/function.ts';
import * as contract from '../../lib/resources/customers/functions.ts';
import { deleteCustomer } from '../../lib/work/delete-customer.ts';

export const handler = storeWork(contract.deleteCustomer, async ({ store, payload: { customer_id }, commit }) => {
  await deleteCustomer(commit, store.id, customer_id);

  return { customer_id, deleted: true as const };
});
