/** Which card a checkout holds, one at most; how much of it stands on the card itself. */
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';

export interface Checkout {
  checkout_id: string;
  gift_card_id: string;
  /** When its hold lapses. */
  expires_at: string;
}

/** The checkout, or undefined where it holds no card. */
export const find = (store: string, id: string) => items.find<Checkout>(keys.checkout(store, id));

export const createOrReplace = (store: string, read: Stored<Checkout> | undefined, checkout: Checkout): Write =>
  items.createOrChange(keys.checkout(store, checkout.checkout_id), read, {
    ...checkout,
    ...dueAt('CHECKOUTS', checkout.expires_at, keys.checkout(store, checkout.checkout_id)),
  });

export const remove = (store: string, read: Stored<Checkout>): Write =>
  items.remove(keys.checkout(store, read.checkout_id), read);
