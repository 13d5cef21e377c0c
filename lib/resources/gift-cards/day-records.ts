/**
 * The send date of a bought card's email. It is a separate item that only its sweep changes, so a function of an earlier
 * release that writes the card does not affect it.
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

/** The send date under a key, or undefined. */
export const findAt = (key: Key) => items.find<Day>(key, read);

export function create(store: string, day: Day): Write {
  const key = keys.scheduledSend(store, day.gift_card_id);
  return items.create(key, { ...day, ...dueAt('DAYS', day.send_at, key) });
}

/** Removes a send date that has passed. */
export const end = (store: string, day: Stored<Day>): Write =>
  items.remove(keys.scheduledSend(store, day.gift_card_id), day);
