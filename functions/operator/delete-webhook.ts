import { storeCommand } from '../../lib/chain/function.ts';
import { deleteWebhook } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';

export const handler = storeCommand(deleteWebhook, {
  async decide({ store, payload: { webhook_id } }) {
    const [webhook, ids] = await Promise.all([webhooks.find(store.id, webhook_id), webhooks.findIds(store.id)]);

    return {
      writes: webhook ? webhooks.remove(store.id, webhook, ids) : [],
      reply: { webhook_id, deleted: true as const },
    };
  },
});
