/** Deliveries that wait for their next attempt: due items of the table, so that a long pause holds no message in flight. */
import { randomInt } from 'node:crypto';
import * as batches from '../../runtime/batches.ts';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { allParts, dueAt, listDue } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type DueKind, type Key, keys, postponedTo, timeKeys } from '../../table/keys.ts';
import { type DeliveredEvent, givenUpAt } from './rules.ts';

/** An attempt of one event to one webhook; the first is 1. */
export interface Attempted {
  store_id: string;
  webhook_id: string;
  event: DeliveredEvent;
  attempt: number;
  /** When the delivery began: four days later the event is given up. Unknown if an earlier release began it. */
  since?: string | null;
}

/** Stores the event as JSON: DynamoDB returns the fields of a map in any order, but each attempt must have the same bytes. */
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

/** Makes an attempt due. It replaces a waiting attempt of the same event and webhook. */
export const plan = (delivery: Attempted, time: string): Write => wait(delivery, 'DELIVERIES', time);

/** Keeps an attempt until the webhook answers again (`listPostponed`), or the event is given up. */
export const postpone = (delivery: Attempted & { since: string }): Write =>
  wait(delivery, postponedTo(delivery.store_id, delivery.webhook_id), givenUpAt(delivery.since));

function wait(delivery: Attempted, kind: DueKind, time: string): Write {
  const key = keys.delivery(delivery.store_id, delivery.webhook_id, delivery.event.id);
  return items.overwrite(key, {
    ...delivery,
    event: JSON.stringify(delivery.event),
    // Differs from the version of the attempt it replaces, so that a function that read the old attempt does not remove the new one.
    version: randomInt(2 ** 47),
    ...dueAt(kind, time, key),
  });
}

/**
 * What is postponed for a webhook, with the time when each delivery is given up, earliest first; only the first ones of
 * a long list.
 */
export async function listPostponed({ store_id, webhook_id }: Pick<Attempted, 'store_id' | 'webhook_id'>) {
  const request = { kind: postponedTo(store_id, webhook_id), by: '9999-12-31T23:59:59Z', limit: batches.dueItems.size };
  const pages = await Promise.all(allParts.map((part) => listDue({ ...request, part })));
  return pages
    .flat()
    .map(({ pk, sk, due_sk }) => ({ pk, sk, time: timeKeys.timeOf(due_sk) }))
    .toSorted((one, other) => (one.time < other.time ? -1 : 1));
}

/** Ends the wait of an attempt. */
export const end = (key: Key, waiting: Stored<Attempted>): Write => items.remove(key, waiting);
