import { storeCommand } from '../../lib/chain/function.ts';
import { newSecret, unseal } from '../../lib/delivery/signature.ts';
import { rotateWebhookSecret } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import { madeBy, rotate } from '../../lib/resources/webhooks/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storeCommand(rotateWebhookSecret, {
  async decide({ store, payload: { webhook_id, rotation_id }, now }) {
    const webhook = await webhooks.get(store.id, webhook_id);
    const made = madeBy(webhook, rotation_id, now);
    const { shown, sealed } = made
      ? { shown: await unseal(webhook_id, made.sealed), sealed: made.sealed }
      : await newSecret(webhook_id);

    const next = made ? webhook : rotate(webhook, { sealed, rotation_id, created_at: now });

    return {
      writes: made ? [] : [webhooks.replace(store.id, webhook, next)],
      reply: show(rotateWebhookSecret.result, { ...next, webhook_id, secret: shown }),
    };
  },
});
