/** Progress of forgetting an address. The address is in no key: keys get into logs. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { secondsBefore } from '../../schema/times.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';

export interface Forgetting {
  /** The last item of the table that was read; absent before the first page, and after the last. */
  after: Key | undefined;
  /** Number of cards that the address was removed from. */
  forgotten: number;
  begun_at: string;
}

const read = readerWith({ after: asStored, forgotten: asStored, begun_at: asStored } satisfies StoredAs<Forgetting>);

const continuedSeconds = 3600;

export const find = (store: string, shopper: string) => items.find<Forgetting>(keys.forgetting(store, shopper), read);

/**
 * The progress to continue from. Progress older than an hour is restarted: cards may have been issued since in the pages already read.
 */
export const continued = (found: Forgetting | undefined, now: string): Forgetting =>
  found && found.begun_at > secondsBefore(now, continuedSeconds)
    ? { after: found.after, forgotten: found.forgotten, begun_at: found.begun_at }
    : { after: undefined, forgotten: 0, begun_at: now };

/** Keeps the progress until the last page. */
export function keep(store: string, shopper: string, found: Stored<Forgetting> | undefined, next: Forgetting): Write[] {
  const key = keys.forgetting(store, shopper);
  if (next.after) return [items.createOrReplace(key, found, next)];
  return found ? [items.remove(key, found)] : [];
}
