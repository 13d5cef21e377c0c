/**
 * The figures of a store are the sum of a few items, so that transactions that count changes side by side seldom meet. Another item for each
 * counted item contains what that one adds to them, and its change that was counted last. Both change in one transaction: a change counts once,
 * in any order and after any number of deliveries.
 */
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, partitionOf, shardOf, shards, storeOf } from '../../table/keys.ts';
import * as giftCards from '../gift-cards/records.ts';
import { mailOf, mailTriedUntil } from '../gift-cards/rules.ts';
import { type Figures, sumOf } from './rules.ts';

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

/** Number of items that contain the figures of a store: an item takes about 100 transactions a second. */
const parts = 4;

/** A part of a store's figures, as it was read. */
interface Part {
  key: Key;
  read: StoredFigures | undefined;
}

/** The figures of a store, without a time before the first change. */
export async function find(store: string): Promise<StoredFigures> {
  const own = shards(parts).map((part) => keys.overview(store, part));
  const found = (await items.findMany<StoredFigures>(own, items.rawItem)).filter((part) => part !== undefined);
  const as_of = found
    .flatMap((part) => part.as_of ?? [])
    .toSorted()
    .at(-1);
  return { ...sumOf(found), ...(as_of === undefined ? {} : { as_of }) };
}

/** The part of a store's figures to which changes of an item are added. */
const partFor = (store: string, item: Key | undefined): Key => keys.overview(store, shardOf(item?.pk ?? '', parts));

/** What some items of a store add to its figures, in the order given, and the part of the figures for them. One round trip. */
export async function findCounted(store: string, counted: readonly Key[]) {
  const key = partFor(store, counted[0]);
  const [read, ...found] = await items.findMany<object>([key, ...counted.map(keyOf)], items.rawItem);
  const part: Part = { key, read: read as StoredFigures | undefined };
  return { part, counted: found as (Stored<Counted> | undefined)[] };
}

/** Adds a change at a time to a part of the figures. No writes without a change. */
export function add({ key, read }: Part, { figures, time }: { figures: Figures; time: string }): Write[] {
  if (Object.keys(figures).length === 0) return [];
  // Without a condition: changes that are counted side by side do not make each other fail, and differ by seconds.
  const isNewer = read?.as_of === undefined || read.as_of < time;
  return [items.update(key, { added: figures, set: { ...withoutEvents, ...(isNewer ? { as_of: time } : {}) } })];
}

/** Records what an item adds to the figures. */
export const count = (item: Key, was: Stored<Counted> | undefined, next: Counted): Write =>
  items.createOrReplace(keyOf(item), was, {
    ...next,
    item: { pk: item.pk, sk: item.sk },
    ...withoutEvents,
  });

/** What the email of a card adds to the figures now. */
interface MailCount extends CountedMail {
  /** When the email fails if it is not sent until then. */
  due_at: string | undefined;
}

/** Records what the email of a card adds to the figures. */
export const countMail = (key: Key, was: Stored<CountedMail> | undefined, { due_at, ...next }: MailCount): Write => {
  const due = due_at === undefined ? {} : dueAt('MAILS', due_at, key);
  return items.createOrReplace(key, was, { ...next, ...due, ...withoutEvents });
};

/**
 * What the email of a gift card adds to the figures now, what was counted for it, and the part of the figures for it; undefined without the
 * card. What was counted is read first: a count that read an earlier state of the card fails at its commit.
 */
export async function readMail(key: Key, now: string) {
  const store = storeOf(key);
  const gift_card_id = key.pk.split('#').at(-1) ?? '';
  const partKey = partFor(store, key);
  const [read, was] = await items.findMany<object>([partKey, key], items.rawItem);
  const card = await giftCards.find(store, gift_card_id);
  if (!card) return undefined;
  const marksOf = await giftCards.findMailMarks(store, [card]);
  const { status } = mailOf(card, marksOf(card), now);
  const due_at = status === 'queued' && card.mail_queued_at ? mailTriedUntil(card.mail_queued_at) : undefined;
  const next: MailCount = { gift_card_id, figures: status === 'failed' ? { failed_emails: 1 } : {}, due_at };
  const part: Part = { key: partKey, read: read as StoredFigures | undefined };
  return { part, was: was as Stored<CountedMail> | undefined, next };
}
