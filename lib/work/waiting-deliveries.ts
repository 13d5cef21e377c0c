/** Deliveries that wait in the table go back to the queue. */
import { commitUnitOfWork } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import * as deliveries from '../resources/webhooks/delivery-records.ts';
import type { Key } from '../table/keys.ts';

/** One that is queued and still there is queued again: its receiver knows it. */
export async function queueAgain(key: Key): Promise<void> {
  const waiting = await deliveries.findAt(key);
  if (!waiting) return;
  const { store_id, webhook_id, event, attempt, since } = waiting;
  await send('redeliveries', [{ store_id, webhook_id, event, attempt, since }], 0);
  await endWaiting(key, waiting.version);
}

/** The attempt waits no more, unless another one of the same event and webhook waits there by now. */
export const endWaiting = (key: Key, version: number): Promise<void> =>
  commitUnitOfWork({
    async decide() {
      const waiting = await deliveries.findAt(key);
      return { writes: waiting?.version === version ? [deliveries.end(key, waiting)] : [], reply: undefined };
    },
  });
