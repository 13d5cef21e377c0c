import { storeQuery } from '../../lib/chain/function.ts';
import { exportedOf } from '../../lib/resources/customers/export-fields.ts';
import { exportCustomer } from '../../lib/resources/customers/functions.ts';
import { pageOf } from '../../lib/table/reads.ts';
import { type ExportedRecord, exportFrom } from '../../lib/work/export-customer.ts';

export const handler = storeQuery(exportCustomer, async ({ store, payload: { customer_id, after, limit }, now }) => {
  const told: ExportedRecord[] = [];
  for await (const each of exportFrom(store.id, customer_id, after ?? undefined, now)) {
    told.push(each);
    if (told.length > limit) break;
  }

  const page = pageOf(told, limit, ({ record }) => exportedOf(record));

  return { ...page, next: (page.has_more && told[page.data.length - 1]?.place) || null };
});
