import { commitUnitOfWork, writing } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import * as deliveries from '../resources/webhooks/delivery-records.ts';
import type { TimeLeft } from '../runtime/time-left.ts';
import { type Round, sweep } from './sweep.ts';

/** Queues the deliveries of all stores whose pause is over. One that is queued and still there is queued again: its receiver knows it. */
export const sweepDeliveries = (time?: TimeLeft): Promise<Round> =>
  sweep(
    'DELIVERIES',
    async (key) => {
      const waiting = await deliveries.findAt(key);
      if (!waiting) return;
      const { store_id, webhook_id, event, attempt } = waiting;
      await send('redeliveries', [{ store_id, webhook_id, event, attempt }], 0);
      await commitUnitOfWork(writing([deliveries.end(key, waiting)]));
    },
    { time },
  );
