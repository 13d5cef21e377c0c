import { storeWork } from '../../lib/chain/function.ts';
import { judgedByStore } from '../../lib/resources/move-in/address-rules.ts';
import { importCustomerAddresses } from '../../lib/resources/move-in/functions.ts';
import * as stores from '../../lib/resources/stores/records.ts';
import * as batches from '../../lib/runtime/batches.ts';
import { identityOf, importEach, importingAddress, importingAddresses } from '../../lib/work/move-in.ts';

export const handler = storeWork(importCustomerAddresses, async ({ store: { id }, payload, commit }) => {
  // A change of the store's countries and rules takes effect with the next call, but a warm function remembers the store for a minute.
  const store = await stores.get(id);
  const records = judgedByStore(payload.records, store);

  return importEach({ ...payload, records }, commit, {
    identityOf: (record) => `${record.customer_id} ${identityOf(record)}`,
    importOne: (sent) => importingAddress(store, sent),
    together: {
      ...{ atMost: batches.importedAddresses.size, ofOneIdentity: false },
      importAll: (sent) => importingAddresses(store, sent),
    },
  });
});
