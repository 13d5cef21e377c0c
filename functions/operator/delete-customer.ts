import { notFound } from '../../lib/contract/errors.ts';
import { deleteCustomer } from '../../lib/contract/operator.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as customers from '../../lib/store/customers.ts';
import { removeItem } from '../../lib/store/entities.ts';

/** As many items as a transaction deletes beside others. */
const itemsAtOnce = 50;

export const handler = storeFunction(deleteCustomer, async ({ store, payload: { customer_id: id }, now, commit }) => {
  // From the first commit on the customer does not exist, so nothing can be added to it while its items go.
  const sweeping = await commit(async () => {
    const record = await customers.getRecord(store.id, id);
    if (!record) throw notFound();

    return customers.isDeleted(record)
      ? { writes: [], reply: record.sweeping === true }
      : { writes: [customers.bury(store.id, record, now)], reply: true };
  });

  for (let more = sweeping; more; ) {
    more = await commit(async () => {
      const items = await customers.listOwned(store.id, id, itemsAtOnce);

      return items.length > 0
        ? { writes: items.map(removeItem), reply: true }
        : { writes: [customers.endSweep(store.id, id)], reply: false };
    });
  }

  return { customer_id: id, deleted: true };
});
