/**
 * Gift cards with their ledgers, codes and emails (`lib/ledger/records.ts`). The index
 * shows a card's status as last written; only `active` changes without a write. Cards that have expired since are found
 * by their expiry until the sweep moves them, so lists are correct even before the sweep, and cheap.
 */
import { createHash } from 'node:crypto';
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountStatus, accountStatuses } from '../../ledger/fields.ts';
import * as ledger from '../../ledger/records.ts';
import { type Change, statusOf, type Update } from '../../ledger/rules.ts';
import * as batches from '../../runtime/batches.ts';
import { newGiftCardCode } from '../../runtime/ids.ts';
import { asStored, readerOf, type StoredAs } from '../../schema/field.ts';
import { pastForAllClocks } from '../../schema/times.ts';
import { dynamodb, storeTable } from '../../table/client.ts';
import { listFeedOf, listFeeds } from '../../table/feeds.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, ledgerKeys, partitions, shardOf, shards, timeKeys } from '../../table/keys.ts';
import { findPresent, type Page } from '../../table/reads.ts';
import * as terms from '../search/term-records.ts';
import type { Actor } from '../stores/rules.ts';
import { type GiftCard, type GiftCardTransaction, giftCard, giftCardTransaction } from './fields.ts';
import type { CardWithEntries } from './import-rules.ts';
import { type CodeRecord, displayCode, type GiftCardRecord, type MailMarks, normaliseCode } from './rules.ts';

/**
 * Number of index shards for a store's cards with a status. A hold or an order takes a write unit per kilobyte, both in the list
 * of cards and in the list of expiring cards.
 */
const partsOf: Readonly<Record<AccountStatus, number>> = { active: 8, used: 4, expired: 1, disabled: 1 };

/** The list of all cards ever issued. */
const issuedFeed = (store: string) => (part: number) => partitions.issuedCards(store, part);

const feedsOf = (store: string, state: AccountStatus): string[] =>
  shards(partsOf[state]).map((part) => partitions.giftCards(store, state, part));

/** A new code: its text, which is shown once, and its stored form. */
export function newCode(): { shown: string; kept: CodeRecord } {
  const secret = newGiftCardCode();
  return { shown: displayCode(secret), kept: { hash: hashCode(secret), last4: secret.slice(-4) } };
}

/** SHA-256 of a code in any spelling, in hexadecimal. */
export const hashCode = (code: string): string => createHash('sha256').update(normaliseCode(code)).digest('hex');

const readCard = readerOf(giftCard, {
  code_hash: asStored,
  site_id: null,
  order_id: asStored,
  customer_id: asStored,
  locales: [],
  ...ledger.storedAccount,
  unsent_code_hash: asStored,
  mail_queued_at: asStored,
  forgets_recipient: asStored,
  taken_back_by: asStored,
  imported: asStored,
  found_by: asStored,
} satisfies StoredAs<GiftCardRecord, GiftCard>);

const readEntry = readerOf(giftCardTransaction);

/** The card, or undefined. */
export const find = (store: string, id: string) => findAt(keys.giftCard(store, id));

/** The card under a key, or undefined. */
export const findAt = (key: Key) => items.find<GiftCardRecord>(key, readCard);

/** The card. Throws 404 where it does not exist. */
export const get = async (store: string, id: string) => items.orNotFound(await find(store, id));

/** Whether the card has this code, a code of this service. It may have been replaced since the card was found by it. */
export const hasCode = ({ code_hash }: GiftCardRecord, code: string): boolean => code_hash === hashCode(code);

/** The id of the card with a code of this service, or undefined. */
export const findIdByCode = (store: string, code: string): Promise<string | undefined> =>
  findIdByHash(store, hashCode(code));

/** The id of the card with a code that has this hash, or undefined. */
export const findIdByHash = async (store: string, hash: string): Promise<string | undefined> =>
  (await items.find<{ gift_card_id: string }>(keys.giftCardByCode(store, hash), items.rawItem))?.gift_card_id;

/** Whether the card's code leads to the card. */
export const isFoundByCode = async (store: string, { id, code_hash }: GiftCardRecord): Promise<boolean> =>
  (await findIdByHash(store, code_hash)) === id;

/** The card if it still has this code, and whether the code has been emailed. */
export async function findForMail(store: string, id: string, code: string) {
  const [card, mailed] = await items.findMany<GiftCardRecord>(
    [keys.giftCard(store, id), keys.giftCardMailed(store, id, hashCode(code))],
    readCard,
  );
  return { card: card && hasCode(card, code) ? card : undefined, mailed: mailed !== undefined };
}

export const recordMailed = (store: string, { id, code_hash }: GiftCardRecord, now: string): Write =>
  items.merge(keys.giftCardMailed(store, id, code_hash), { set: { mailed_at: now } });

/** Records that the last delivery of the email with the card's present code failed. */
export const recordMailFailed = (store: string, { id, code_hash }: GiftCardRecord, now: string): Write =>
  items.merge(keys.giftCardMailFailed(store, id, code_hash), { set: { failed_at: now } });

/** Reads what is stored about the emails of cards. One round trip. */
export async function findMailMarks(
  store: string,
  cards: readonly GiftCardRecord[],
): Promise<(card: Pick<GiftCardRecord, 'id'>) => MailMarks> {
  const found = await Promise.all(
    cards.map(({ id, code_hash }) =>
      items.findMany<{ send_at?: string; mailed_at?: string; failed_at?: string }>(
        [
          keys.scheduledSend(store, id),
          keys.giftCardMailed(store, id, code_hash),
          keys.giftCardMailFailed(store, id, code_hash),
        ],
        items.rawItem,
      ),
    ),
  );
  const marks = new Map(cards.map(({ id }, index) => [id, found[index] ?? []]));
  return ({ id }) => {
    const [day, mailed, failed] = marks.get(id) ?? [];
    return { send_at: day?.send_at, sent_at: mailed?.mailed_at, failed_at: failed?.failed_at };
  };
}

/** Creates a card with its first entry, and the item that finds the card by its code. */
export const create = (store: string, { next, transaction }: Required<Change<GiftCardRecord>>): Write[] =>
  createWithEntries(store, { next, issued: transaction, later: [] });

/** Creates a card with its first entry and the later entries of the same commit. */
export const createWithEntries = (store: string, { next, issued, later }: CardWithEntries): Write[] => [
  // Each entry sends an event; the version is the `sequence` of the last one.
  items.create(keys.giftCard(store, next.id), itemOf(store, next, issued.created_at), 1 + later.length),
  createCode(store, next),
  append(store, next.id, { ...issued, ...listedAsIssued(store, next.id) }),
  ...later.map((entry) => append(store, next.id, entry)),
  ...terms.replace(store, next.id, undefined, next.found_by),
];

/** The item that leads from a code to its card; it also lists the card by the last four characters of the code. */
const createCode = (store: string, card: GiftCardRecord): Write =>
  items.create(keys.giftCardByCode(store, card.code_hash), { gift_card_id: card.id, ...listedByLast4(store, card) });

const listedByLast4 = (store: string, { id, last4 }: GiftCardRecord) => ({
  feed_pk: partitions.cardsByLast4(store, last4),
  feed_sk: id,
});

/** Lists a card by the last four characters of its code. */
export const listByLast4 = (store: string, card: GiftCardRecord): Write =>
  items.update(keys.giftCardByCode(store, card.code_hash), {
    set: listedByLast4(store, card),
    unchanged: { gift_card_id: card.id },
  });

/** Ids of up to `limit` cards with codes that end in these characters, newest first. */
export async function listIdsByLast4(store: string, last4: string, limit: number): Promise<string[]> {
  const codes = await listFeedOf<{ gift_card_id: string }>('feed', partitions.cardsByLast4(store, last4), { limit });
  return codes.map(({ gift_card_id }) => gift_card_id);
}

const listedAsIssued = (store: string, id: string) => ledger.listedAsIssued(issuedFeed(store), id);

/** Adds a stored entry to the list of issued cards. */
export const listAsIssued = (store: string, card: string, transaction: string): Write =>
  items.update(entryKey(store, card, transaction), {
    set: listedAsIssued(store, card),
    unchanged: { id: transaction },
  });

const entryKey = (store: string, card: string, id: string): Key => ledgerKeys.entry(keys.giftCard(store, card), id);

/**
 * A change of a card as it was read, with its entry and its extension. A search no longer finds a card by the address that the change removes.
 * If an earlier release removed the address, the migration removes what finds it: other changes have no item more.
 */
export const replace = (
  store: string,
  read: Stored<GiftCardRecord>,
  { next: changed, ...change }: Update<GiftCardRecord>,
  now: string,
): Write[] => {
  const isForgotten = read.recipient_email !== null && changed.recipient_email === null;
  const next = isForgotten ? { ...changed, found_by: undefined } : changed;
  return [
    ...ledger.replace(keys.giftCard(store, read.id), read, itemOf(store, next, now), change),
    ...terms.replace(store, read.id, read.found_by, next.found_by),
  ];
};

/** Replaces the code of a card as it was read. The old code no longer leads to a card. */
export const replaceCode = (
  store: string,
  read: Stored<GiftCardRecord>,
  next: GiftCardRecord,
  now: string,
): Write[] => [
  ...replace(store, read, { next }, now),
  items.removeIfEquals(keys.giftCardByCode(store, read.code_hash), { gift_card_id: read.id }),
  createCode(store, next),
];

/** The cards with these ids. */
export const findMany = (store: string, ids: readonly string[]): Promise<Stored<GiftCardRecord>[]> =>
  findPresent(
    ids.map((id) => keys.giftCard(store, id)),
    readCard,
  );

/** Entries of ledgers, each by its card and its own id. */
export async function findTransactions(
  store: string,
  entries: readonly { id: string; transaction_id: string }[],
): Promise<(GiftCardTransaction & { gift_card_id: string })[]> {
  const found = await items.findMany<GiftCardTransaction>(
    entries.map(({ id, transaction_id }) => entryKey(store, id, transaction_id)),
    readEntry,
  );
  return found.flatMap((entry, index) => (entry ? [{ ...entry, gift_card_id: entries[index]?.id ?? '' }] : []));
}

/** Removes the customer's name from an entry, the only change ever made to its content. */
export const forgetActor = (store: string, card: string, transaction: string): Write =>
  items.update(entryKey(store, card, transaction), {
    set: { actor: { type: 'customer', name: null } satisfies Actor },
    unchanged: { id: transaction },
  });

const append = (store: string, card: string, transaction: GiftCardTransaction): Write =>
  ledger.append(keys.giftCard(store, card), transaction);

const expiringAt = (store: string, time: string, id: string) => ({
  expiring_pk: partitions.expiringCards(store, shardOf(id, partsOf.active)),
  expiring_sk: timeKeys.of(time, id),
});

const neverExpiring = { expiring_pk: undefined, expiring_sk: undefined } as const;

function itemOf(store: string, card: GiftCardRecord, now: string): object {
  const { id, expires_at } = card;
  // A card stays listed as active while any clock may show it as active. `listExpired` finds it there, too.
  const status = statusOf(card, pastForAllClocks(now));
  return {
    ...card,
    feed_pk: partitions.giftCards(store, status, shardOf(id, partsOf[status])),
    feed_sk: id,
    ...(expires_at === null || status !== 'active' ? neverExpiring : expiringAt(store, expires_at, id)),
    ...ledger.dueAtExpiry('CARDS', keys.giftCard(store, id), card),
  };
}

/** Up to `limit` cards below the id `after`, newest first, by their status at the time `now`. */
export async function list(
  store: string,
  { status, ...page }: Page & { status?: AccountStatus | undefined },
  now: string,
): Promise<GiftCardRecord[]> {
  if (status === 'active') return listActive(store, page, now);
  if (status === 'expired') return listExpired(store, page, now);
  const states = status ? [status] : accountStatuses;
  const feeds = states.map((state) => feedsOf(store, state));
  return listFeeds<GiftCardRecord>('feed', feeds, page, readCard);
}

const cardsReadAtMost = 2000;

async function listActive(store: string, { after, limit }: Page, now: string): Promise<GiftCardRecord[]> {
  const active: GiftCardRecord[] = [];
  const feeds = feedsOf(store, 'active');
  let size = limit + batches.spareCards.size;
  for (let from = after, more = true; more && active.length < limit; ) {
    const cards = await listFeeds<GiftCardRecord>('feed', [feeds], { after: from, limit: size }, readCard);
    active.push(...cards.filter((card) => statusOf(card, now) === 'active'));
    from = cards.at(-1)?.id;
    more = cards.length === size;
    // Many cards may have expired at once, and the sweep takes a while to move them.
    size = Math.min(4 * size, cardsReadAtMost);
  }
  return active.slice(0, limit);
}

/** The cards that are listed as active but have expired by `now`: the sweep has not moved them yet. */
async function listExpiredOfActive(store: string, now: string): Promise<GiftCardRecord[]> {
  const parts = shards(partsOf.active).map((part) => partitions.expiringCards(store, part));
  return (await Promise.all(parts.map((part) => listExpiring(part, now)))).flat();
}

async function listExpiring(partition: string, now: string): Promise<GiftCardRecord[]> {
  const cards: GiftCardRecord[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        IndexName: 'expiring',
        KeyConditionExpression: 'expiring_pk = :partition AND expiring_sk < :end',
        ExpressionAttributeValues: { ':partition': partition, ':end': timeKeys.upTo(now) },
        ExclusiveStartKey: start,
      }),
    );
    cards.push(...(Items as GiftCardRecord[]).map(readCard));
    start = LastEvaluatedKey;
  } while (start);
  return cards;
}

async function listExpired(store: string, page: Page, now: string): Promise<GiftCardRecord[]> {
  const [moved, notMoved] = await Promise.all([
    listFeeds<GiftCardRecord>('feed', [feedsOf(store, 'expired')], page, readCard),
    listExpiredOfActive(store, now),
  ]);
  const onPage = notMoved.filter(({ id }) => page.after === undefined || id < page.after);
  const byId = new Map([...onPage, ...moved].map((card) => [card.id, card]));
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
}

/** Ids of up to `limit` cards of any status below the id `after`, newest first. */
export const listIssued = (store: string, page: Page) => ledger.listIssued(issuedFeed(store), page);

/** A card with its extensions and its whole ledger, a page at a time (`lib/ledger/records.ts`). */
export const readWithLedger = (store: string, id: string) =>
  ledger.readWithLedger<GiftCardRecord>(keys.giftCard(store, id), { account: readCard, entry: readEntry });

/** The card, and up to `limit` entries above the id `after`, oldest first. */
export async function findWithEntries(store: string, id: string, page: Page) {
  const [card, entries] = await Promise.all([find(store, id), listEntries(store, id, page)]);
  return { card, entries };
}

/** Up to `limit` entries below the id `after`, newest first. Throws 404 where there is no such card. One round trip. */
export async function listTransactions(store: string, card: string, page: Page) {
  const [transactions] = await Promise.all([
    listEntries(store, card, { ...page, newestFirst: true }),
    get(store, card),
  ]);
  return transactions;
}

/** The entries made by a card's import and by later exports, oldest first. They come before all other entries. */
export async function listImportEntries(
  store: string,
  { id, imported }: Pick<GiftCardRecord, 'id' | 'imported'>,
): Promise<GiftCardTransaction[]> {
  const { size: limit } = batches.importEntries;
  const last = imported?.last_transaction_id ?? '';
  const entries: GiftCardTransaction[] = [];
  for (let after: string | undefined = ''; after !== undefined && after < last; ) {
    const page: GiftCardTransaction[] = await listEntries(store, id, { after: after || undefined, limit });
    entries.push(...page.filter((entry) => entry.id <= last));
    after = page.length === limit ? page.at(-1)?.id : undefined;
  }
  return entries;
}

const listEntries = (store: string, card: string, page: Page & { newestFirst?: boolean }) =>
  ledger.listEntries(keys.giftCard(store, card), readEntry, page);

/** The cards with a recipient on a page of the table, and the key after which the next page begins. */
interface Walked {
  cards: { id: string; recipient_email: string; place: Key }[];
  next: Key | undefined;
}

/** Scans a page of the whole table, after an item, for a store's cards: no index is sure to contain every card. */
export async function walk(store: string, after: Key | undefined): Promise<Walked> {
  const { Items = [], LastEvaluatedKey } = await dynamodb.send(
    new ScanCommand({
      TableName: storeTable(),
      ConsistentRead: true,
      Limit: batches.walkedItems.size,
      FilterExpression: 'begins_with(pk, :cards) AND sk = :card AND attribute_type(recipient_email, :text)',
      ExpressionAttributeValues: {
        ':cards': keys.giftCard(store, '').pk,
        ':card': keys.giftCard(store, '').sk,
        ':text': 'S',
      },
      ProjectionExpression: 'pk, sk, id, recipient_email',
      ExclusiveStartKey: after,
    }),
  );
  const cards = (Items as (Key & { id: string; recipient_email: string })[]).map(({ pk, sk, ...card }) => ({
    ...card,
    place: { pk, sk },
  }));
  return { cards, next: LastEvaluatedKey as Key | undefined };
}
