import type { StoreEvent } from '../../lib/events/events-of.ts';
import { queueFunction } from '../../lib/invoke/queue.ts';
import { deliverToAll } from '../../lib/work/deliver-events.ts';

/** An event as the bus hands it on. */
interface BusEvent {
  detail: StoreEvent;
}

export const handler = queueFunction<BusEvent>('deliver-events', ({ message, commit }) =>
  deliverToAll(commit, message.detail),
);
