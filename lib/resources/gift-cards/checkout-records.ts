/** The gift card that a checkout holds funds on, at most one. The held amount is stored on the card. */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';

export interface Checkout {
  checkout_id: string;
  gift_card_id: string;
  /** When its hold lapses. */
  expires_at: string;
}

const read = readerWith({
  checkout_id: asStored,
  gift_card_id: asStored,
  expires_at: asStored,
} satisfies StoredAs<Checkout>);

/** The checkout, or undefined if it holds no card. */
export const find = (store: string, id: string) => findAt(keys.checkout(store, id));

/** The checkout under a key, or undefined. */
export const findAt = (key: Key) => items.find<Checkout>(key, read);

export const createOrReplace = (store: string, was: Stored<Checkout> | undefined, checkout: Checkout): Write =>
  items.createOrChange(keys.checkout(store, checkout.checkout_id), was, {
    ...checkout,
    ...dueAt('CHECKOUTS', checkout.expires_at, keys.checkout(store, checkout.checkout_id)),
  });

export const remove = (store: string, was: Stored<Checkout>): Write =>
  items.remove(keys.checkout(store, was.checkout_id), was);
