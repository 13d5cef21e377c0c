/** The holds of a checkout. The held amounts are stored on the gift cards and store credits. */
import { release as releaseOf } from '../../ledger/hold-rules.ts';
import type { Change } from '../../ledger/rules.ts';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import * as storeCredits from '../store-credits/records.ts';
import type { StoreCreditRecord } from '../store-credits/rules.ts';
import { isCard, isCredit, type Payer } from './checkout-rules.ts';
import * as giftCards from './records.ts';
import { type GiftCardRecord, severalCards } from './rules.ts';

/** A hold of a gift card or of a store credit. */
type CheckoutHold = { gift_card_id: string } | { store_credit_id: string };

export interface Checkout {
  checkout_id: string;
  /** The id of the card; `severalCards` if there are several or a store credit. Release 0.3.0 knows no other attribute of the holds. */
  gift_card_id: string;
  /** One or more, in order of joining. */
  holds: readonly CheckoutHold[];
  /** Holds that release 0.3.0 replaced with another one, without releasing them. No order spends them. */
  superseded: readonly CheckoutHold[];
  /** When the last of the holds lapses. */
  expires_at: string;
}

const readStored = readerWith({
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
    superseded: listed.filter((hold) => payerOf(hold) !== gift_card_id),
  };
}

/** The id of the gift card or store credit. */
export const payerOf = (hold: CheckoutHold): string =>
  'gift_card_id' in hold ? hold.gift_card_id : hold.store_credit_id;

/** The checkout, or undefined if it holds nothing. */
export const find = (store: string, id: string) => findAt(keys.checkout(store, id));

/** The checkout under a key, or undefined. */
export const findAt = (key: Key) => items.find<Checkout>(key, readRecord);

/** The gift cards and store credits of these holds, in their order. */
export async function payersOf(store: string, holds: readonly CheckoutHold[]): Promise<Stored<Payer>[]> {
  const [cards, credits] = await Promise.all([
    giftCards.findMany(
      store,
      holds.flatMap((hold) => ('gift_card_id' in hold ? [hold.gift_card_id] : [])),
    ),
    storeCredits.findMany(
      store,
      holds.flatMap((hold) => ('store_credit_id' in hold ? [hold.store_credit_id] : [])),
    ),
  ]);
  const byId = new Map([...cards, ...credits].map((payer): [string, Stored<Payer>] => [payer.id, payer]));
  return holds.flatMap((hold) => byId.get(payerOf(hold)) ?? []);
}

/** The checkout and the payers of its holds, and `others` of the credits that are `open`. */
export async function findWithPayers(store: string, id: string, open?: Promise<storeCredits.OpenCredits>) {
  const [checkout, { ids } = { ids: [] }] = await Promise.all([find(store, id), open]);
  const { holds = [], superseded = [] } = checkout ?? {};
  const known = new Set([...holds, ...superseded].map(payerOf));
  const others = ids.filter((each) => !known.has(each)).map((store_credit_id) => ({ store_credit_id }));
  const [joined, left, further] = await Promise.all([holds, superseded, others].map((each) => payersOf(store, each)));
  return { checkout, joined: joined ?? [], superseded: left ?? [], others: (further ?? []).filter(isCredit) };
}

/** A change of a gift card or a store credit as it was read. */
export type Changed<P extends Payer = Payer> = Change<P> & { read: Stored<P> };

const isOfCard = (change: Changed): change is Changed<GiftCardRecord> => isCard(change.read);

export const isOfCredit = (change: Changed): change is Changed<StoreCreditRecord> => isCredit(change.read);

/** The writes of changed gift cards. */
export const replaceCards = (store: string, changes: readonly Changed[], now: string): Write[] =>
  changes.filter(isOfCard).flatMap(({ read, ...change }) => giftCards.replace(store, read, change, now));

/** Writes other holds of gift cards and store credits. */
export const replaceHolds = (store: string, changes: readonly Changed[], now: string): Write[] => [
  ...replaceCards(store, changes, now),
  ...changes.filter(isOfCredit).flatMap(({ read, next }) => storeCredits.replace(store, read, { next })),
];

/** Ends the holds of a checkout on these. */
export const release = (store: string, checkout: string, payers: readonly Stored<Payer>[], now: string): Write[] =>
  replaceHolds(
    store,
    payers.map((read) => ({ read, next: releaseOf(read, checkout, now).next })),
    now,
  );

/** Releases the chosen holds of a checkout, and the superseded ones. */
export async function releaseChosen(
  store: string,
  id: string,
  isChosen: (hold: CheckoutHold) => boolean,
  now: string,
): Promise<{ writes: Write[]; released: number }> {
  const checkout = await find(store, id);
  const left = (checkout?.holds ?? []).filter((hold) => !isChosen(hold));
  const chosen = (checkout?.holds ?? []).filter(isChosen);
  const payers = await payersOf(store, [...(checkout?.superseded ?? []), ...chosen]);
  if (!checkout || payers.length === 0) return { writes: [], released: 0 };
  return {
    writes: [...release(store, id, payers, now), ...keep(store, checkout, { ...checkout, holds: left })],
    released: payers.reduce((sum, payer) => sum + releaseOf(payer, id, now).released, 0),
  };
}

/** Stores the holds of a checkout, without the superseded ones. */
export const createOrReplace = (
  store: string,
  was: Stored<Checkout> | undefined,
  { checkout_id, holds, expires_at }: Pick<Checkout, 'checkout_id' | 'holds' | 'expires_at'>,
): Write =>
  items.createOrChange(keys.checkout(store, checkout_id), was, {
    checkout_id,
    ...storedHolds(holds),
    expires_at,
    ...dueAt('CHECKOUTS', expires_at, keys.checkout(store, checkout_id)),
  });

const storedHolds = (holds: readonly CheckoutHold[]) => {
  const [first, ...others] = holds;
  return first && 'gift_card_id' in first && others.length === 0
    ? { gift_card_id: first.gift_card_id, holds: undefined, superseded: undefined }
    : { gift_card_id: severalCards, holds: holds.map(onlyId), superseded: undefined };
};

const onlyId = (hold: CheckoutHold): CheckoutHold =>
  'gift_card_id' in hold ? { gift_card_id: hold.gift_card_id } : { store_credit_id: hold.store_credit_id };

export const remove = (store: string, was: Stored<Checkout>): Write =>
  items.remove(keys.checkout(store, was.checkout_id), was);

/** Stores the holds of a checkout, or removes a checkout that holds nothing any more. */
export function keep(
  store: string,
  was: Stored<Checkout> | undefined,
  next: Pick<Checkout, 'checkout_id' | 'holds' | 'expires_at'>,
): Write[] {
  if (next.holds.length > 0) return [createOrReplace(store, was, next)];
  return was ? [remove(store, was)] : [];
}
