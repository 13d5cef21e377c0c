/**
 * An account and its ledger share a partition; the account contains its holds. Each change writes the account, conditioned on its
 * version, and appends its entry: the entries always add up to the balance, and the holds never exceed it. `account` is the key of an account.
 */
import * as batches from '../runtime/batches.ts';
import { asStored, readerWith, type StoredAs } from '../schema/field.ts';
import { dueAt, notDue } from '../table/due.ts';
import { listFeedOf } from '../table/feeds.ts';
import type { Reader, Stored, Write } from '../table/items.ts';
import * as items from '../table/items.ts';
import { type Key, ledgerKeys, shardOf, shards } from '../table/keys.ts';
import { listUnder, type Page, pagesOf } from '../table/reads.ts';
import type { Transaction } from './fields.ts';
import type { Account, Extension, Update } from './rules.ts';

/** Attributes of an account that only its record has. */
export const storedAccount = {
  holds: [],
  last_transaction_id: asStored,
  last_entry: asStored,
  expiry_told: asStored,
} as const;

const readExtension = readerWith({ expired_at: asStored, extended_at: asStored } satisfies StoredAs<Extension>);

/** Number of index shards for all accounts of a kind ever issued in a store. */
const partsOfIssued = 4;

/** The name of a shard of the list of issued accounts. */
type FeedOf = (part: number) => string;

/** An account is listed by the entry that issued it. That entry never moves, so the account keeps its position in the list. */
export const listedAsIssued = (feedOf: FeedOf, id: string) => ({
  feed_pk: feedOf(shardOf(id, partsOfIssued)),
  feed_sk: id,
});

/** Ids of up to `limit` issued accounts below the id `after`, newest first. */
export async function listIssued(feedOf: FeedOf, page: Page): Promise<string[]> {
  const feeds = shards(partsOfIssued).map(feedOf);
  const listed = await Promise.all(feeds.map((feed) => listFeedOf<{ feed_sk: string }>('feed', feed, page)));
  const ids = listed.flat().map(({ feed_sk }) => feed_sk);
  return ids.toSorted().toReversed().slice(0, page.limit);
}

/**
 * The attributes by which the sweep of a kind finds an account at its expiry: each expiry is reported, for an account of any status. Release 0.3.0
 * takes what is due under `CARDS` for gift cards.
 */
export const dueAtExpiry = (kind: 'CARDS' | 'CREDITS', account: Key, { expires_at, expiry_told }: Account) =>
  expires_at === null || expires_at === expiry_told ? notDue : dueAt(kind, expires_at, account);

/** Adds an entry to a ledger. */
export const append = (account: Key, transaction: Transaction): Write =>
  items.create(ledgerKeys.entry(account, transaction.id), transaction);

/** A change of an account as it was read, with its entry and its extension. `item` is the account with its attributes for indexes. */
export const replace = <A extends Account>(
  account: Key,
  read: Stored<A>,
  item: object,
  { transaction, extension }: Omit<Update<A>, 'next'>,
): Write[] => [
  items.change(account, read, item),
  ...(transaction ? [append(account, transaction)] : []),
  // An item of its own: an account can be extended any number of times.
  ...(extension ? [items.create(ledgerKeys.extension(account, extension.expired_at), extension)] : []),
];

/** Up to `limit` entries after the id `after`, oldest first unless they are wanted `newestFirst`. */
export const listEntries = (account: Key, read: Reader<Transaction>, page: Page & { newestFirst?: boolean }) =>
  listUnder<Transaction>((id) => ledgerKeys.entry(account, id), { ...page, read });

/** Completes the items of a kind of account, and the entries of its ledgers. */
interface Readers<A extends Account> {
  account: Reader<A>;
  entry: Reader<Transaction>;
}

/**
 * The extensions of an account, the account, and its whole ledger, oldest first, a page at a time: a ledger can have any size, so callers keep
 * only sums. The entries come last. Reads are strongly consistent, but several pages do not show the same moment.
 */
export async function* readWithLedger<A extends Account>(account: Key, read: Readers<A>) {
  const { pk, sk } = account;
  const prefix = ledgerKeys.entry(account, '').sk;
  const extended = ledgerKeys.extension(account, '').sk;
  const isExtension = (item: Key): item is Stored<Key & Extension> => item.sk.startsWith(extended);
  const isAccount = (item: Key): item is Stored<Key & A> => item.sk === sk;
  const isEntry = (item: Key): item is Stored<Key & Transaction> => item.sk.startsWith(prefix);
  const list = (page: Page) => items.list<Key>({ pk, prefix: '', ...page, read: items.rawItem });
  for await (const page of pagesOf<Key>(list, (item) => item.sk, { limit: batches.ledgerEntries.size })) {
    const found = page.find(isAccount);
    yield {
      account: found && (read.account(found) as Stored<A>),
      extensions: page.filter(isExtension).map(readExtension),
      entries: page.filter(isEntry).map(read.entry),
    };
  }
}
