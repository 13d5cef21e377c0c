import { storeCommand } from '../../lib/chain/function.ts';
import { refuseReceiver } from '../../lib/delivery/addresses.ts';
import { updateWebhook } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { update } from '../../lib/resources/webhooks/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storeCommand(updateWebhook, {
  async decide({ store, payload, now }) {
    const webhook = await webhooks.get(store.id, payload.webhook_id);
    await refuseReceiver(payload);

    const next = update(webhook, payload, now);

    return {
      writes: next ? [webhooks.replace(store.id, webhook, next)] : [],
      reply: show(updateWebhook.result, { ...(next ?? webhook), webhook_id: webhook.id }),
    };
  },
});
