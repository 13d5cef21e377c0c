import { storeCommand } from '../../lib/chain/function.ts';
import { refuseReceiver } from '../../lib/delivery/addresses.ts';
import { newSecret } from '../../lib/delivery/signature.ts';
import { recordInItem } from '../../lib/once/idempotency-record.ts';
import { createWebhook } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { contentOf, matchesRequest, newWebhook, refuseAnother } from '../../lib/resources/webhooks/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storeCommand(createWebhook, {
  record: ({ store, payload }) =>
    recordInItem({
      field: 'webhook_id',
      find: async () => (payload.webhook_id ? webhooks.find(store.id, payload.webhook_id) : undefined),
      isSame: (existing) => matchesRequest(existing, contentOf(payload)),
      replyOf: (existing) => show(createWebhook.result, { ...existing, webhook_id: existing.id, secret: null }),
    }),

  async decide({ store, payload, now, newId }) {
    await refuseReceiver(payload);
    const ids = await webhooks.findIds(store.id);
    refuseAnother(ids?.ids ?? []);
    const id = payload.webhook_id ?? newId('webhook');
    const { shown, sealed } = await newSecret(id);

    const webhook = newWebhook({ id, ...contentOf(payload) }, sealed, now);

    return {
      writes: webhooks.create(store.id, ids, webhook),
      reply: show(createWebhook.result, { ...webhook, webhook_id: id, secret: shown }),
    };
  },
});
