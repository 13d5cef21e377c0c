/** Reports on the ledgers of a store: of its gift cards, then of its store credits. A page has a limited number of entries, of one or more accounts. */

import type { Transaction } from '../ledger/fields.ts';
import {
  addMovements,
  addRows,
  type Books,
  boundsOf,
  inOrder,
  noMovementSums,
  rowsOf,
} from '../ledger/movement-rules.ts';
import type { AccountName, BooksRow } from '../ledger/report-fields.ts';
import type { Extension } from '../ledger/rules.ts';
import { addEntriesAt, noSumsAt, stateAt } from '../ledger/state-rules.ts';
import type { LiabilityPage, MovementsPage } from '../resources/gift-cards/ledger-fields.ts';
import { addUp } from '../resources/gift-cards/ledger-rules.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import * as storeCredits from '../resources/store-credits/records.ts';
import { addUpByReason, type StoreCreditRecord } from '../resources/store-credits/rules.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { isPublicId } from '../schema/ids.ts';
import type { Page } from '../table/reads.ts';

interface LiabilityBegin {
  /** At least a minute ago: by then the index lists what was issued. */
  at: string;
  /** The account after which the page begins. */
  after: string | undefined;
}

/** The value of a page of accounts at the time `at`. */
export async function liabilityPage(
  store: string,
  { at, after }: LiabilityBegin,
): Promise<Omit<LiabilityPage, 'currency'>> {
  const { ledgers, next } = await ledgersAfter(store, after, () => ({ sums: noSumsAt(at), add: addEntriesAt }));
  const states = ledgers.map(({ account, sums, extensions }) => ({
    account,
    state: stateAt(account, sums, extensions),
  }));
  const credits = states.flatMap(({ account, state }) =>
    'reason' in account ? [{ reason: account.reason, state }] : [],
  );
  const cards = states.filter(({ account }) => !('reason' in account));
  return { at, statuses: addUp(cards.map(({ state }) => state)), store_credits: addUpByReason(credits), next };
}

/** The books of a page of accounts. `to` is at least a minute ago. */
export async function movementsPage(
  store: string,
  { after, ...books }: Books & { after: string | undefined },
): Promise<MovementsPage> {
  const bounds = boundsOf(books);
  const { ledgers, next } = await ledgersAfter(store, after, (name) => ({
    sums: noMovementSums(name, bounds),
    add: addMovements,
  }));
  const rows = new Map<string, BooksRow>();
  for (const { account, sums, extensions } of ledgers) {
    const { currency, expires_at } = account;
    addRows(rows, rowsOf({ currency, expires_at, extensions }, sums, books.group));
  }
  return { data: inOrder(rows), next };
}

/** Adds up the ledger of an account, a page at a time, until the sums are complete. */
interface Adding<Sums extends { isComplete: boolean }> {
  sums: Sums;
  add(sums: Sums, entries: readonly Transaction[]): Sums;
}

const nameOf = (id: string): AccountName => (isPublicId('storeCredit', id) ? 'store_credits' : 'gift_cards');

/** The accounts of a page after an account, each with the sums of its ledger. A page with long ledgers has fewer accounts. */
async function ledgersAfter<Sums extends { isComplete: boolean }>(
  store: string,
  after: string | undefined,
  adding: (name: AccountName) => Adding<Sums>,
) {
  const ids = await listIssued(store, { after, limit: batches.cardsOnPage.size });
  const read: Awaited<ReturnType<typeof addUpLedger<Sums>>>[] = [];
  let entriesRead = 0;
  for (const portion of chunksOf(ids, batches.ledgersSideBySide.size)) {
    if (entriesRead >= batches.reportedEntriesOnPage.size) break;
    for (const ledger of await Promise.all(portion.map((id) => addUpLedger(store, id, adding(nameOf(id)))))) {
      entriesRead += ledger.entriesRead;
      read.push(ledger);
    }
  }
  const isLast = read.length === ids.length && ids.length < batches.cardsOnPage.size;
  return {
    ledgers: read.flatMap(({ account, ...ledger }) => (account ? [{ account, ...ledger }] : [])),
    next: isLast ? null : (ids[read.length - 1] ?? null),
  };
}

/** Ids of accounts after an account: cards, newest first, then credits, newest first. */
async function listIssued(store: string, { after, limit }: Page): Promise<string[]> {
  const isPastCards = after !== undefined && nameOf(after) === 'store_credits';
  const cards = isPastCards ? [] : await giftCards.listIssued(store, { after, limit });
  const left = limit - cards.length;
  if (left === 0) return cards;
  return [...cards, ...(await storeCredits.listIssued(store, { after: isPastCards ? after : undefined, limit: left }))];
}

async function addUpLedger<Sums extends { isComplete: boolean }>(store: string, id: string, adding: Adding<Sums>) {
  const { readWithLedger } = nameOf(id) === 'store_credits' ? storeCredits : giftCards;
  let account: GiftCardRecord | StoreCreditRecord | undefined;
  let { sums } = adding;
  const extensions: Extension[] = [];
  let entriesRead = 0;
  for await (const page of readWithLedger(store, id)) {
    account ??= page.account;
    extensions.push(...page.extensions);
    sums = adding.add(sums, page.entries);
    entriesRead += page.extensions.length + page.entries.length;
    if (sums.isComplete) break;
  }
  return { account, extensions, sums, entriesRead };
}
