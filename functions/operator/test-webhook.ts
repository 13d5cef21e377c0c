import { randomBytes } from 'node:crypto';
import { storeQuery } from '../../lib/invoke/function.ts';
import { testWebhook } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { refuseDisabled } from '../../lib/resources/webhooks/replay-rules.ts';
import { testEvent } from '../../lib/resources/webhooks/rules.ts';
import { deliver } from '../../lib/work/deliver-events.ts';

export const handler = storeQuery(testWebhook, async ({ store, payload: { webhook_id }, now }) => {
  const webhook = await webhooks.get(store.id, webhook_id);
  refuseDisabled(webhook);
  const { status, milliseconds } = await deliver(
    webhook,
    testEvent(store.id, webhook_id, randomBytes(20).toString('hex'), now),
  );

  return { status, milliseconds };
});
