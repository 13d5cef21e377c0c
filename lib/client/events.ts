/** Events of a store as deliveries hold them. */
import type { EventData, EventType, eventObjects } from '../resources/events.ts';

interface EventOf<T extends EventType> {
  type: T;
  /** When the change was committed; the same as `created_at`. */
  timestamp: string;
  /** Names the change: the same for every delivery of it. */
  id: string;
  store_id: string;
  /** When the change was committed. */
  created_at: string;
  /** Rises with every change of the object. */
  sequence: number;
  object: { type: keyof typeof eventObjects; id: string };
  data: EventData<T>;
}

/** Every event, told apart by its `type`. */
export type StoreCommerceEvent = { [T in EventType]: EventOf<T> }[EventType];
