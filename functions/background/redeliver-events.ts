import { queueFunction } from '../../lib/invoke/queue.ts';
import type { Attempted } from '../../lib/resources/webhooks/delivery-records.ts';
import { deliverAgain } from '../../lib/work/deliver-events.ts';

export const handler = queueFunction<Attempted>('redeliver-events', ({ message, commit }) =>
  deliverAgain(commit, message),
);
