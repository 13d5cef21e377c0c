import { storeQuery } from '../../lib/chain/function.ts';
import { webhook } from '../../lib/resources/webhooks/fields.ts';
import { listWebhooks } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { show } from '../../lib/schema/field.ts';
import { pageOf } from '../../lib/table/reads.ts';

export const handler = storeQuery(listWebhooks, async ({ store, payload: { after, limit } }) => {
  const items = await webhooks.list(store.id, { after, limit: limit + 1 });

  return pageOf(items, limit, (each) => show(webhook, { ...each, webhook_id: each.id }));
});
