import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { createStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { issue, view } from '../../../lib/resources/store-credits/rules.ts';

export const handler = command(createStoreCredit, async ({ store, path, body, caller, now, newId }) => {
  const [customer, open, { actor, store: found }] = await Promise.all([
    customers.get(store.id, path.id, createStoreCredit.notFound),
    storeCredits.findOpen(store.id, path.id),
    caller(),
  ]);

  const issued = issue(
    { ...body, id: newId('storeCredit'), customer_id: customer.id, currency: found.currency },
    { actor, now, transactionId: newId('storeCreditTransaction') },
  );

  return {
    writes: [...storeCredits.write(store.id, open, { issued: [issued] }), customers.checkPresent(store.id, customer)],
    reply: created(view(issued.next, now)),
  };
});
