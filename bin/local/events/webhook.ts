/** A webhook of the demo store, for those who only want to see events come: what `--event-webhook` is short for. */

import { unseal } from '../../../lib/delivery/signature.ts';
import * as webhooks from '../../../lib/resources/webhooks/records.ts';
import { demo } from '../demo.ts';
import { runFunction } from '../functions.ts';

const webhook_id = 'whk_demo';

/** Makes it, or leads it elsewhere. Answers its secret. Throws an Error if the URL is refused. */
export async function demoWebhook(url: string): Promise<string> {
  const existing = await webhooks.find(demo.store.store_id, webhook_id);
  const payload = { store_id: demo.store.store_id, webhook_id, url };
  const name = existing ? 'update-webhook' : 'create-webhook';
  const answer = await runFunction(name, existing ? { ...payload, status: 'enabled' } : payload);
  if (!answer) throw new Error(`${name} answered nothing`);
  const { secrets } = await webhooks.get(demo.store.store_id, webhook_id);
  return unseal(webhook_id, secrets[0]?.sealed ?? '');
}
