import { storeQuery } from '../../lib/chain/function.ts';
import { exportedOf } from '../../lib/resources/customers/export-fields.ts';
import { exportCustomer } from '../../lib/resources/customers/functions.ts';
import { pageOf } from '../../lib/table/reads.ts';
import { type ExportedRecord, exportFrom } from '../../lib/work/export-customer.ts';

export const handler = storeQuery(exportCustomer, async ({ store, payload: { customer_id, after, limit }, now }) => {
  const records: ExportedRecord[] = [];
  for await (const each of exportFrom(store.id, customer_id, after ?? undefined, now)) {
    records.push(each);
    if (records.length > limit) break;
  }

  const page = pageOf(records, limit, ({ record }) => exportedOf(record));

  return { ...page, next: (page.has_more && records[page.data.length - 1]?.place) || null };
});
