/** Events of a store, as in webhook deliveries. The package has a generated module with the same exports instead. */
import type { EventData, EventType, eventObjects } from '../resources/events.ts';

interface EventOf<Type extends string, Data> {
  type: Type;
  /** When the change was committed; the same as `created_at`. */
  timestamp: string;
  /** Id of the change: the same for every delivery of the event. */
  id: string;
  store_id: string;
  /** When the change was committed. */
  created_at: string;
  /** Rises with every change of the object. */
  sequence: number;
  object: { type: keyof typeof eventObjects; id: string };
  data: Data;
}

/** All events, distinguished by `type`. */
export type StoreCommerceEvent =
  | { [T in EventType]: EventOf<T, EventData<T>> }[EventType]
  | EventOf<'webhook.test', Record<never, never>>;
