import { storeQuery } from '../../lib/chain/function.ts';
import { testEvent } from '../../lib/delivery/test-event.ts';
import { testWebhook } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { refuseDisabled } from '../../lib/resources/webhooks/replay-rules.ts';
import { deliver, resultOf } from '../../lib/work/deliver-events.ts';

export const handler = storeQuery(testWebhook, async ({ store, payload: { webhook_id }, now }) => {
  const webhook = await webhooks.get(store.id, webhook_id);
  refuseDisabled(webhook);
  const delivered = await deliver(webhook, testEvent(store.id, webhook_id, now));

  return resultOf(delivered);
});
