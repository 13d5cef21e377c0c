/**
 * The figures of a store are one item. Another item for each counted item contains what that one adds to them, and its change that was counted
 * last. Both change in one transaction: however often, and in whatever order, changes are delivered, each of them counts once.
 */
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, partitionOf, storeOf } from '../../table/keys.ts';
import type { Figures } from './rules.ts';

interface StoredFigures extends Figures {
  /** The time of the newest change that they contain. */
  as_of?: string;
}

/** What an item adds to the figures. */
interface Counted {
  figures: Figures;
  /** The change that was counted last: later changes of the item sort after it. */
  change: string;
}

/** What the email of a gift card adds to the figures. */
interface CountedMail {
  gift_card_id: string;
  figures: Figures;
}

/** A partition has at most one item that adds to figures. */
const keyOf = (item: Key): Key => keys.counted(storeOf(item), partitionOf(item));

const withoutEvents = { without_events: true } as const;

/** The figures of a store; undefined before the first change. */
export const find = (store: string) => items.find<StoredFigures>(keys.overview(store), items.rawItem);

/** What some items of a store add to its figures, in the order given, and the figures. One round trip. */
export async function findCounted(store: string, counted: readonly Key[]) {
  const [overview, ...found] = await items.findMany<object>(
    [keys.overview(store), ...counted.map(keyOf)],
    items.rawItem,
  );
  return { overview: overview as StoredFigures | undefined, counted: found as (Stored<Counted> | undefined)[] };
}

/** Adds a change at a time to the figures of a store. Their time only rises. No writes without a change. */
export function add(
  store: string,
  overview: StoredFigures | undefined,
  { figures, time }: { figures: Figures; time: string },
): Write[] {
  if (Object.keys(figures).length === 0) return [];
  const { as_of } = overview ?? {};
  const isNewer = as_of === undefined || as_of < time;
  return [
    items.update(keys.overview(store), {
      added: figures,
      set: { ...withoutEvents, ...(isNewer ? { as_of: time } : {}) },
      unchanged: isNewer ? { as_of } : {},
    }),
  ];
}

/** Records what an item adds to the figures. */
export const count = (item: Key, was: Stored<Counted> | undefined, next: Counted): Write =>
  items.createOrReplace(keyOf(item), was, {
    ...next,
    item: { pk: item.pk, sk: item.sk },
    ...withoutEvents,
  });

/** What the email of a card adds to the figures, and when that may change without a change of the card. */
export const countMail = (
  store: string,
  was: Stored<CountedMail> | undefined,
  { due_at, ...next }: CountedMail & { due_at: string | undefined },
): Write => {
  const key = keys.countedMail(store, next.gift_card_id);
  const due = due_at === undefined ? {} : dueAt('MAILS', due_at, key);
  return items.createOrReplace(key, was, { ...next, ...due, ...withoutEvents });
};

/** What the email of a card adds to the figures. */
export const findMail = (key: Key) => items.find<CountedMail>(key, items.rawItem);
