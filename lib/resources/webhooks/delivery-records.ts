/** Deliveries that wait for their next attempt: due items of the table, so that a long pause holds no message in flight. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import type { DeliveredEvent } from './rules.ts';

/** An attempt of one event to one webhook; the first is 1. */
export interface Attempted {
  store_id: string;
  webhook_id: string;
  event: DeliveredEvent;
  attempt: number;
  /** When it began: four days later it is given up. Unknown where an earlier release began it. */
  since?: string | null;
}

/** As JSON: DynamoDB gives the fields of a map in any order, and each attempt is to have the same bytes. */
interface Waiting extends Omit<Attempted, 'event'> {
  event: string;
}

const read = readerWith({
  store_id: asStored,
  webhook_id: asStored,
  event: asStored,
  attempt: asStored,
  since: null,
} satisfies StoredAs<Waiting>);

/** The delivery under a key of the due index, or undefined. */
export async function findAt(key: Key): Promise<Stored<Attempted> | undefined> {
  const found = await items.find<Waiting>(key, read);
  return found && { ...found, event: JSON.parse(found.event) };
}

/** Makes an attempt due. What waited for the same event and webhook is replaced. */
export function postpone(delivery: Attempted, time: string): Write {
  const key = keys.delivery(delivery.store_id, delivery.webhook_id, delivery.event.id);
  return items.overwrite(key, {
    ...delivery,
    event: JSON.stringify(delivery.event),
    version: 1,
    ...dueAt('DELIVERIES', time, key),
  });
}

/** The attempt is queued: it waits no more. */
export const end = (key: Key, waiting: Stored<Attempted>): Write => items.remove(key, waiting);
