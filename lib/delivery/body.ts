import type { DeliveredEvent } from '../resources/webhooks/rules.ts';

/** What a delivery holds: the same bytes for every attempt. `timestamp` is what the Standard Webhooks specification asks for. */
export const bodyOf = ({ type, id, store_id, created_at, sequence, object, data }: DeliveredEvent): string =>
  JSON.stringify({ type, timestamp: created_at, id, store_id, created_at, sequence, object, data });
