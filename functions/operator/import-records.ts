import { storeWork } from '../../lib/chain/function.ts';
import * as contract from '../../lib/resources/catalog/functions.ts';
import { importRecords } from '../../lib/work/import-records.ts';

export const handler = storeWork(contract.importRecords, async ({ store, payload, commit }) => {
  const [sites, customers, products] = [payload.sites ?? [], payload.customers ?? [], payload.products ?? []];
  await importRecords(commit, store.id, { sites, customers, products });

  return { imported: { sites: sites.length, customers: customers.length, products: products.length } };
});
