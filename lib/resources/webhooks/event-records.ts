/** Events that webhooks have got: one item for each event, however many webhooks get it. The table deletes them after 30 days. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { expiryOf } from './attempt-rules.ts';
import type { DeliveredEvent } from './rules.ts';

/** As JSON: DynamoDB returns the fields of a map in any order, but each attempt must have the same bytes. */
interface Kept {
  event: string;
}

const read = readerWith({ event: asStored } satisfies StoredAs<Kept>);

/** Keeps an event. Keeping it again changes nothing. */
export const keep = (event: DeliveredEvent): Write =>
  items.overwrite(keys.deliveredEvent(event.store_id, event.id), {
    event: JSON.stringify(event),
    version: 1,
    left_at: expiryOf(event.created_at),
    without_events: true,
  });

/** The event, or undefined. */
export async function find(store: string, id: string): Promise<DeliveredEvent | undefined> {
  const kept = await items.find<Kept>(keys.deliveredEvent(store, id), read);
  return kept && JSON.parse(kept.event);
}
