import { storeWork } from '../../lib/chain/function.ts';
import { redeliverable } from '../../lib/resources/webhooks/attempt-rules.ts';
import * as events from '../../lib/resources/webhooks/event-records.ts';
import { redeliver } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { refuseDisabled } from '../../lib/resources/webhooks/replay-rules.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { deliverOnce, resultOf } from '../../lib/work/deliver-events.ts';

export const handler = storeWork(redeliver, async ({ store, payload: { webhook_id, event_id } }) => {
  const [webhook, kept] = await Promise.all([webhooks.get(store.id, webhook_id), events.find(store.id, event_id)]);
  const event = redeliverable(kept, timestampNow());
  refuseDisabled(webhook);
  const delivered = await deliverOnce(webhook, event);

  return { event_id, ...resultOf(delivered) };
});
