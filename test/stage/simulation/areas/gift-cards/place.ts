import { newId } from '../../../../../lib/runtime/ids.ts';
import type { World } from '../../../../support/world/world.ts';
import { inHours } from '../../engine/clock.ts';
import type { Random } from '../../engine/random.ts';

/** A shop with gift cards, two checkouts with an order each, and two orders that buy cards; one of each is paid at once. */
export interface Place {
  world: World;
  store_id: string;
  key: string;
  /** Ids of the cards that clients issued. */
  known: string[];
  /** All that were heard of, by the card's id, in that order. */
  codes: Map<string, string[]>;
  /** By the last phase in which something lasts: when it ends, as the contract writes it. */
  ends: Readonly<Record<number, string>>;
  checkouts: readonly [Checkout, Checkout];
  purchases: readonly [Purchase, Purchase];
}

interface Checkout {
  id: string;
  order: string;
  status: 'paid' | 'pending';
  /** What clients were told of. */
  isHeld: boolean;
  isOrdered: boolean;
}

/** An order of two cards. */
interface Purchase {
  order: string;
  status: 'paid' | 'pending';
  recipient: string;
}

const checkout = (id: string, status: Checkout['status']): Checkout => ({
  ...{ id, order: newId('order'), status },
  ...{ isHeld: false, isOrdered: false },
});

export const begin = async (world: World): Promise<Place> => ({
  world,
  store_id: world.store.id,
  key: world.write,
  known: [],
  codes: new Map(),
  ends: { 1: inHours(1), 2: inHours(3) },
  checkouts: [checkout('checkout-1', 'paid'), checkout('checkout-2', 'pending')],
  purchases: [
    { order: newId('order'), status: 'paid', recipient: 'grandchild@example.com' },
    { order: newId('order'), status: 'pending', recipient: 'godchild@example.com' },
  ],
});

export const friend = 'friend@example.com';

/** Where codes are mailed to. */
export const recipients = ({ purchases }: Place): string[] => [friend, ...purchases.map(({ recipient }) => recipient)];

export const hearCode = ({ codes }: Place, id: string, code: string): void =>
  void codes.set(id, [...(codes.get(id) ?? []), code]);

/** The code of a card that was last heard of, now and then an earlier one. */
export const codeOf = ({ codes }: Place, id: string, random: Random): string | undefined =>
  random.chance(0.15) ? random.among(codes.get(id) ?? []) : codes.get(id)?.at(-1);

/** The id of any order, mostly of one that clients recorded for a checkout. */
export const orderOfAny = ({ checkouts, purchases }: Place, random: Random): string =>
  (random.chance(0.6) ? random.among(checkouts.filter(({ isOrdered }) => isOrdered)) : undefined)?.order ??
  random.pick([...checkouts, ...purchases]).order;

/** A request about a card. */
export const at = ({ key }: Place, id: string) => ({ key, path: { gift_card_id: id } });

/** The id of a card, mostly the first. */
export const cardOf = ({ known }: Place, random: Random): string | undefined =>
  random.chance(0.7) ? known[0] : random.among(known);
