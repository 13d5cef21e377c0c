/** The holds of a checkout. The held amounts are stored on the cards. */
import { newName } from '../../runtime/ids.ts';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import * as giftCards from './records.ts';
import { severalCards } from './rules.ts';

interface CheckoutHold {
  gift_card_id: string;
}

export interface Checkout {
  /** Another one each time that the checkout is created: the version then begins with 1 again. Release 0.3.0 stores none. */
  id?: string;
  checkout_id: string;
  /** The id of the card; `severalCards` if there are several. Release 0.3.0 knows no other attribute of the holds. */
  gift_card_id: string;
  /** One or more, in order of joining. */
  holds: readonly CheckoutHold[];
  /** Holds that release 0.3.0 replaced with another one, without releasing them. No order spends them. */
  superseded: readonly CheckoutHold[];
  /** When the last of the holds lapses. */
  expires_at: string;
}

const readStored = readerWith({
  id: asStored,
  checkout_id: asStored,
  gift_card_id: asStored,
  holds: [],
  superseded: [],
  expires_at: asStored,
} satisfies StoredAs<Checkout>);

/** Reads an item as a checkout. A single hold is not stored in `holds`; release 0.3.0 keeps `holds` when it replaces several cards with one. */
export function readRecord<T extends Checkout>(item: T): T {
  const checkout = readStored(item);
  const { gift_card_id, holds: listed } = checkout;
  if (gift_card_id === severalCards) return checkout;
  return {
    ...checkout,
    holds: [{ gift_card_id }],
    superseded: listed.filter((hold) => hold.gift_card_id !== gift_card_id),
  };
}

/** The checkout, or undefined if it holds no card. */
export const find = (store: string, id: string) => findAt(keys.checkout(store, id));

/** The checkout under a key, or undefined. */
export const findAt = (key: Key) => items.find<Checkout>(key, readRecord);

/** The cards of these holds, in their order. */
export const cardsOf = (store: string, holds: readonly CheckoutHold[]) =>
  giftCards.findMany(
    store,
    holds.map(({ gift_card_id }) => gift_card_id),
  );

/** Stores the holds of a checkout, without the superseded ones. */
export const createOrReplace = (
  store: string,
  was: Stored<Checkout> | undefined,
  { checkout_id, holds, expires_at }: Pick<Checkout, 'checkout_id' | 'holds' | 'expires_at'>,
): Write =>
  items.createOrChange(keys.checkout(store, checkout_id), was, {
    id: was ? was.id : newName(),
    checkout_id,
    ...storedHolds(holds),
    expires_at,
    ...dueAt('CHECKOUTS', expires_at, keys.checkout(store, checkout_id)),
  });

const storedHolds = (holds: readonly CheckoutHold[]) => {
  const [first, ...others] = holds;
  return others.length > 0
    ? { gift_card_id: severalCards, holds, superseded: undefined }
    : { gift_card_id: first?.gift_card_id, holds: undefined, superseded: undefined };
};

export const remove = (store: string, was: Stored<Checkout>): Write =>
  items.remove(keys.checkout(store, was.checkout_id), was);
