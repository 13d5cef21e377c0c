import { queueFunction } from '../../lib/chain/background.ts';
import type { DeliveredEvent } from '../../lib/resources/webhooks/rules.ts';
import { deliverToAll } from '../../lib/work/deliver-events.ts';

/** An event as the bus hands it on. */
interface BusEvent {
  detail: DeliveredEvent;
}

export const handler = queueFunction<BusEvent>('deliver-events', ({ message, commit }) =>
  deliverToAll(commit, message.detail),
);
