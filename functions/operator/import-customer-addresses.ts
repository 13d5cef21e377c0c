import { storeWork } from '../../lib/chain/function.ts';
import { importCustomerAddresses } from '../../lib/resources/move-in/functions.ts';
import { identityOf, importEach, importingAddress } from '../../lib/work/move-in.ts';

export const handler = storeWork(importCustomerAddresses, ({ store, payload: { records }, commit }) =>
  importEach(records, {
    identityOf: (record) => `${record.customer_id} ${identityOf(record)}`,
    importOne: (record) => commit(importingAddress(store.id, record)),
  }),
);
