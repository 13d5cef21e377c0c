import { storeWork } from '../../lib/chain/function.ts';
import { importCustomerAddresses } from '../../lib/resources/move-in/functions.ts';
import { identityOf, importEach, importingAddress } from '../../lib/work/move-in.ts';

export const handler = storeWork(importCustomerAddresses, ({ store, payload, commit }) =>
  importEach(payload, {
    identityOf: (record) => `${record.customer_id} ${identityOf(record)}`,
    importOne: (sent) => commit(importingAddress(store.id, sent)),
  }),
);
