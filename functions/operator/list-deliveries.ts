import { storeQuery } from '../../lib/chain/function.ts';
import * as attempts from '../../lib/resources/webhooks/attempt-records.ts';
import { isListed } from '../../lib/resources/webhooks/attempt-rules.ts';
import { deliveryAttempt } from '../../lib/resources/webhooks/fields.ts';
import { listDeliveries } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { show } from '../../lib/schema/field.ts';
import { pageOf } from '../../lib/table/reads.ts';

export const handler = storeQuery(listDeliveries, async ({ store, payload, now }) => {
  const { webhook_id, event_id, after, limit } = payload;
  const called = { store_id: store.id, webhook_id };
  const page = { after, limit: limit + 1 };
  const [webhook, made] = await Promise.all([
    webhooks.get(store.id, webhook_id),
    event_id ? attempts.listOfEvent(called, event_id, page) : attempts.list(called, page),
  ]);
  const listed = made.filter((each) => isListed(each, webhook, now));

  return pageOf(listed, limit, (each) => show(deliveryAttempt, { ...each, delivery_id: each.id }));
});
