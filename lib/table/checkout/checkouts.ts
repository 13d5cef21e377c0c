/** Which card a checkout holds, one at most; how much of it stands on the card itself. */
import { dueAt } from '../due.ts';
import type { Stored, Write } from '../entities.ts';
import * as entities from '../entities.ts';
import { keys } from '../keys.ts';

export interface Checkout {
  checkout_id: string;
  gift_card_id: string;
  /** When its hold lapses. */
  expires_at: string;
}

export const get = (store: string, id: string) => entities.get<Checkout>(keys.checkout(store, id));

export const put = (store: string, read: Stored<Checkout> | undefined, checkout: Checkout): Write =>
  entities.createOrReplace(keys.checkout(store, checkout.checkout_id), read, {
    ...checkout,
    ...dueAt(store, 'CHECKOUTS', checkout.expires_at, checkout.checkout_id),
  });

export const remove = (store: string, read: Stored<Checkout>): Write =>
  entities.remove(keys.checkout(store, read.checkout_id), read);
