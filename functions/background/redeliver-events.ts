import { queueFunction } from '../../lib/chain/background.ts';
import { send } from '../../lib/queue/send.ts';
import type { Attempted } from '../../lib/resources/webhooks/delivery-records.ts';
import type { DeliveredEvent } from '../../lib/resources/webhooks/rules.ts';
import { deliverAgain, deliverReplayed } from '../../lib/work/deliver-events.ts';

/** An event as the bus hands it on where it is replayed. */
interface ReplayedEvent {
  'replay-name': string;
  detail: DeliveredEvent;
}

/** The webhook, or the replay, that a message is for. Throws if it names neither: a later release wrote it, and it can be redriven after the next upgrade. */
function laneOf(message: Attempted | ReplayedEvent): string {
  const lane: unknown = 'replay-name' in message ? message['replay-name'] : message.webhook_id;
  if (typeof lane !== 'string') throw new Error('The message names no webhook');
  return lane;
}

const secondsBeforeAgain = 1;

export const handler = queueFunction<Attempted | ReplayedEvent>(
  'redeliver-events',
  ({ message, commit }) =>
    'replay-name' in message
      ? deliverReplayed(commit, message['replay-name'], message.detail)
      : deliverAgain(commit, message),
  { laneOf, queueAgain: (message) => send('redeliveries', [message], secondsBeforeAgain) },
);
