/** Reads a store's cards with their ledgers. A page has a limited number of entries, of one or more cards. */

import { type GiftCardTransaction, giftCardTransaction } from '../resources/gift-cards/fields.ts';
import type { BooksRow, ExportPage, LiabilityPage, MovementsPage } from '../resources/gift-cards/ledger-fields.ts';
import { addEntriesAt, addUp, noSumsAt, stateAt } from '../resources/gift-cards/ledger-rules.ts';
import {
  addMovements,
  addRows,
  type Books,
  boundsOf,
  inOrder,
  noMovementSums,
  rowsOf,
} from '../resources/gift-cards/movement-rules.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { type Extension, type GiftCardRecord, view } from '../resources/gift-cards/rules.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { show } from '../schema/field.ts';

interface ExportBegin {
  /** The page starts after this card or, with `afterTransaction`, continues its ledger. */
  after: string | undefined;
  afterTransaction: string | undefined;
}

/** A page of cards as they are now, each with its entries; a card's ledger may continue on the next page. */
export async function exportPage(store: string, begin: ExportBegin, now: string): Promise<ExportPage> {
  const listed = await giftCards.listIssued(store, { after: begin.after, limit: batches.cardsOnPage.size });
  const data: ExportPage['data'] = [];
  let read = 0;
  for await (const { card, entries } of ledgers(store, listed, begin)) {
    const left = batches.exportedEntriesOnPage.size - read;
    if (left === 0) return { data, next: behind(data) };
    const transactions = entries.slice(0, left).map((entry) => show(giftCardTransaction, entry));
    data.push({ gift_card: view(card, now), transactions });
    if (entries.length > left) {
      return { data, next: { after: card.id, after_transaction: transactions.at(-1)?.id ?? null } };
    }
    read += entries.length;
  }
  return { data, next: listed.length < batches.cardsOnPage.size ? null : behind(data) };
}

function behind(data: ExportPage['data']): ExportPage['next'] {
  const last = data.at(-1);
  return last ? { after: last.gift_card.id, after_transaction: null } : null;
}

/** The card with the ledger to continue, then the listed cards: each with at most one entry more than a page holds. */
async function* ledgers(store: string, listed: readonly string[], { after, afterTransaction }: ExportBegin) {
  const partlyExported =
    after !== undefined && afterTransaction !== undefined ? [{ id: after, after: afterTransaction }] : [];
  const cards = [...partlyExported, ...listed.map((id) => ({ id, after: undefined }))];
  for (const portion of chunksOf(cards, batches.ledgersSideBySide.size)) {
    const found = await Promise.all(
      portion.map(({ id, after }) =>
        giftCards.findWithEntries(store, id, { after, limit: batches.exportedEntriesOnPage.size + 1 }),
      ),
    );
    for (const { card, entries } of found) if (card) yield { card, entries };
  }
}

interface LiabilityBegin {
  /** At least a minute ago: by then the index lists what was issued. */
  at: string;
  /** The card after which the page begins. */
  after: string | undefined;
}

/** The value of a page of cards at the time `at`. */
export async function liabilityPage(
  store: string,
  { at, after }: LiabilityBegin,
): Promise<Omit<LiabilityPage, 'currency'>> {
  const { ledgers, next } = await ledgersAfter(store, after, () => ({ sums: noSumsAt(at), add: addEntriesAt }));
  return { at, statuses: addUp(ledgers.map(({ card, sums, extensions }) => stateAt(card, sums, extensions))), next };
}

/** The books of a page of cards. `to` is at least a minute ago. */
export async function movementsPage(
  store: string,
  { after, ...books }: Books & { after: string | undefined },
): Promise<MovementsPage> {
  const bounds = boundsOf(books);
  const { ledgers, next } = await ledgersAfter(store, after, () => ({
    sums: noMovementSums(bounds),
    add: addMovements,
  }));
  const rows = new Map<string, BooksRow>();
  for (const { card, sums, extensions } of ledgers) {
    const { currency, expires_at } = card;
    addRows(rows, rowsOf({ account: 'gift_cards', currency, expires_at, extensions }, sums, books.group));
  }
  return { data: inOrder(rows), next };
}

/** Adds up the ledger of a card, a page at a time, until the sums are complete. */
interface Adding<Sums extends { isComplete: boolean }> {
  sums: Sums;
  add(sums: Sums, entries: readonly GiftCardTransaction[]): Sums;
}

/** The cards of a page after a card, each with the sums of its ledger. A page with long ledgers has fewer cards. */
async function ledgersAfter<Sums extends { isComplete: boolean }>(
  store: string,
  after: string | undefined,
  adding: () => Adding<Sums>,
) {
  const ids = await giftCards.listIssued(store, { after, limit: batches.cardsOnPage.size });
  const read: Awaited<ReturnType<typeof addUpLedger<Sums>>>[] = [];
  let entriesRead = 0;
  for (const portion of chunksOf(ids, batches.ledgersSideBySide.size)) {
    if (entriesRead >= batches.reportedEntriesOnPage.size) break;
    for (const ledger of await Promise.all(portion.map((id) => addUpLedger(store, id, adding())))) {
      entriesRead += ledger.entriesRead;
      read.push(ledger);
    }
  }
  const isLast = read.length === ids.length && ids.length < batches.cardsOnPage.size;
  return {
    ledgers: read.flatMap(({ card, ...ledger }) => (card ? [{ card, ...ledger }] : [])),
    next: isLast ? null : (ids[read.length - 1] ?? null),
  };
}

async function addUpLedger<Sums extends { isComplete: boolean }>(store: string, id: string, adding: Adding<Sums>) {
  let card: GiftCardRecord | undefined;
  let { sums } = adding;
  const extensions: Extension[] = [];
  let entriesRead = 0;
  for await (const page of giftCards.readWithLedger(store, id)) {
    card ??= page.card;
    extensions.push(...page.extensions);
    sums = adding.add(sums, page.entries);
    entriesRead += page.extensions.length + page.entries.length;
    if (sums.isComplete) break;
  }
  return { card, extensions, sums, entriesRead };
}
