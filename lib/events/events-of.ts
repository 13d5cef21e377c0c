/**
 * The events of a change of an item (Events page). Pure: its only input is the old image, the new image and the time of
 * the change.
 */
import { createHash } from 'node:crypto';
import {
  type EventData,
  type EventObject,
  type EventType,
  eventRules,
  type eventTypes,
  objectOf,
} from '../resources/events.ts';
import { type DomainEvent as DomainEventOf, type Item, parseKey } from './item.ts';

/** An event as receivers see it (Events page, "Shape"). */
export interface StoreEvent<T extends EventType = EventType> {
  /** The same for the same change, however often it is delivered. */
  id: string;
  type: T;
  store_id: string;
  /** When the change was committed, `YYYY-MM-DDThh:mm:ssZ`. */
  created_at: string;
  /** Rises with every change of the object. */
  sequence: number;
  object: { type: EventObject; id: string };
  data: EventData<T>;
}

type DomainEvent = DomainEventOf<typeof eventTypes>;

// An item's key shows its kind.
const rules: readonly AnyRule[] = eventRules;

interface AnyRule {
  isAt(key: ReturnType<typeof parseKey>): boolean;
  toEvents(before: never, after: never, key: ReturnType<typeof parseKey>): DomainEvent[];
}

interface ChangeContext {
  /** When the change was committed, `YYYY-MM-DDThh:mm:ssZ`. */
  time: string;
  /** Identifies one lifetime of the table: versions of a restored table continue from its backup, so they can occur twice. */
  epoch: string;
}

/** The events of a change from one image of an item to the next, in their order; undefined means no item. */
export function eventsOf(
  before: Item | undefined,
  after: Item | undefined,
  { time, epoch }: ChangeContext,
): StoreEvent[] {
  const item = after ?? before;
  if (!item) return [];
  const key = parseKey(item);
  const rule = rules.find(({ isAt }) => isAt(key));
  const events = rule?.toEvents(before as never, after as never, key) ?? [];
  return events.map((one) =>
    eventOf(one, { item, store_id: key.store, time, epoch, version: versionOf(before, after) }),
  );
}

/** A deletion is the change after the last version. */
const versionOf = (before: Item | undefined, after: Item | undefined): number =>
  after ? (after.version ?? 0) : (before?.version ?? 0) + 1;

function eventOf(
  { type, id, data, sequence: own }: DomainEvent,
  {
    item: { pk, sk },
    store_id,
    time,
    epoch,
    version,
  }: ChangeContext & { item: Item; store_id: string; version: number },
): StoreEvent {
  const sequence = own ?? version;
  const change = JSON.stringify([epoch, pk, sk, id, type, sequence]);
  return {
    id: `evt_${createHash('sha256').update(change).digest('hex').slice(0, 40)}`,
    type,
    store_id,
    created_at: time,
    sequence,
    object: { type: objectOf(type), id },
    data,
  };
}
