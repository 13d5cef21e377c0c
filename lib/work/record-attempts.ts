/**
 * Records of deliveries. An attempt that was made but cannot be recorded must not be made again, so a record never fails its
 * delivery: the log then contains the lost record.
 */
import { publishAttempt } from '../delivery/post.ts';
import { commitUnitOfWork, writing } from '../once/unit-of-work.ts';
import type { Called } from '../resources/webhooks/attempt-records.ts';
import * as attempts from '../resources/webhooks/attempt-records.ts';
import type { AttemptRecord } from '../resources/webhooks/attempt-rules.ts';
import * as events from '../resources/webhooks/event-records.ts';
import type { DeliveredEvent } from '../resources/webhooks/rules.ts';
import { describeError, log } from '../runtime/log.ts';
import type { Write } from '../table/items.ts';

/** Records an attempt, and publishes it to this process. Never rejects. */
export async function recordAttempt({ store_id, webhook_id }: Called, made: AttemptRecord): Promise<void> {
  const called = { store_id, webhook_id };
  const { event_id, attempt, at, status, message: failure, next_at } = made;
  publishAttempt({ ...called, event_id, attempt, at, status, failure, next_at });
  await written(attempts.create(called, made), 'attempt not recorded', { ...called, made });
}

/** Keeps an event so that it can be delivered again. Never rejects. */
export const keepEvent = (event: DeliveredEvent): Promise<void> =>
  written(events.keep(event), 'event not kept', { store_id: event.store_id, event_id: event.id });

/** Does not use the commit of the delivery, which refuses to write if time is short: the call has been made. */
const written = (write: Write, failure: string, subject: object): Promise<void> =>
  commitUnitOfWork(writing([write])).catch((error: unknown) =>
    log('error', failure, { ...subject, error: describeError(error) }),
  );
