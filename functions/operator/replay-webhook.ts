import { storeCommand } from '../../lib/chain/function.ts';
import { replayWebhook } from '../../lib/resources/webhooks/functions.ts';
import * as webhooks from '../../lib/resources/webhooks/records.ts';
import * as replays from '../../lib/resources/webhooks/replay-records.ts';
import { isSameRequest, refuseDisabled, refuseTimes } from '../../lib/resources/webhooks/replay-rules.ts';

export const handler = storeCommand(replayWebhook, {
  async decide({ store, payload: { webhook_id, from, to }, now, newId }) {
    const asked = { store_id: store.id, webhook_id, from, to };
    const [webhook, last] = await Promise.all([webhooks.get(store.id, webhook_id), replays.findLast(asked)]);
    const made = last && (await replays.find(store.id, last.replay_id));
    if (made && isSameRequest(made, now)) return { writes: [], reply: { replay_id: made.id, status: made.status } };
    refuseDisabled(webhook);
    refuseTimes(asked, now);

    const replay = { ...asked, id: newId('replay'), status: 'waiting' as const, created_at: now };

    return { writes: replays.create(last, replay), reply: { replay_id: replay.id, status: replay.status } };
  },
});
