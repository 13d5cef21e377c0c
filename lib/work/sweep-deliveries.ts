import { commitUnitOfWork, writing } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import * as deliveries from '../resources/webhooks/delivery-records.ts';
import type { TimeLeft } from '../runtime/time-left.ts';
import type { Key } from '../table/keys.ts';
import { runReplays } from './run-replays.ts';
import { type Round, sweep, totalOf } from './sweep.ts';

/** Queues the deliveries of all stores whose pause is over, and sees to their replays. */
export async function sweepDeliveries(time?: TimeLeft): Promise<Round> {
  return totalOf(await Promise.allSettled([sweep('DELIVERIES', queueAgain, { time }), runReplays(time)]));
}

/** One that is queued and still there is queued again: its receiver knows it. */
async function queueAgain(key: Key): Promise<void> {
  const waiting = await deliveries.findAt(key);
  if (!waiting) return;
  const { store_id, webhook_id, event, attempt, since } = waiting;
  await send('redeliveries', [{ store_id, webhook_id, event, attempt, since }], 0);
  await commitUnitOfWork(writing([deliveries.end(key, waiting)]));
}
