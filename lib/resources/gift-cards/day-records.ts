/**
 * The day on which the mail of a bought card is due. It is an item of its own, which nothing but its sweep changes: a function of an earlier
 * release that writes the card leaves it as it is.
 */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';

interface Day {
  gift_card_id: string;
  send_at: string;
}

const read = readerWith({ gift_card_id: asStored, send_at: asStored } satisfies StoredAs<Day>);

/** The day under a key, or undefined. */
export const findAt = (key: Key) => items.find<Day>(key, read);

export function create(store: string, day: Day): Write {
  const key = keys.scheduledSend(store, day.gift_card_id);
  return items.create(key, { ...day, ...dueAt('DAYS', day.send_at, key) });
}

/** The day has come, and is over. */
export const end = (store: string, day: Stored<Day>): Write =>
  items.remove(keys.scheduledSend(store, day.gift_card_id), day);
