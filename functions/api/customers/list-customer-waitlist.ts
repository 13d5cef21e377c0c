import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { listCustomerWaitlist } from '../../../lib/resources/customers/operations.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import * as waitlist from '../../../lib/resources/waitlist/records.ts';
import { viewOfEntry } from '../../../lib/resources/waitlist/rules.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listCustomerWaitlist, async ({ store, path, query: { after, limit } }) => {
  const { email } = await customers.get(store.id, path.id, listCustomerWaitlist.notFound);
  const waited = await waitlist.listWaiting(store.id, email, { after, limit: limit + 1 });

  return ok(pageOf(waited, limit, ({ entry, product }) => viewOfEntry(entry, product)));
});
