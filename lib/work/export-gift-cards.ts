/** Reads a store's cards with their ledgers. A page has a limited number of entries, of one or more cards. */

import { giftCardTransaction } from '../resources/gift-cards/fields.ts';
import type { ExportPage, LiabilityPage } from '../resources/gift-cards/ledger-fields.ts';
import { addEntriesAt, addUp, noSumsAt, stateAt } from '../resources/gift-cards/ledger-rules.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { type GiftCardRecord, view } from '../resources/gift-cards/rules.ts';
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
  const begun = after !== undefined && afterTransaction !== undefined ? [{ id: after, after: afterTransaction }] : [];
  const cards = [...begun, ...listed.map((id) => ({ id, after: undefined }))];
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
  const ids = await giftCards.listIssued(store, { after, limit: batches.cardsOnPage.size });
  const states: ReturnType<typeof stateAt>[] = [];
  let entriesRead = 0;
  for (const portion of chunksOf(ids, batches.ledgersSideBySide.size)) {
    if (entriesRead >= batches.reportedEntriesOnPage.size) break;
    for (const { state, read } of await Promise.all(portion.map((id) => readState(store, id, at)))) {
      entriesRead += read;
      states.push(state);
    }
  }
  const isLast = states.length === ids.length && ids.length < batches.cardsOnPage.size;
  return { at, statuses: addUp(states), next: isLast ? null : (ids[states.length - 1] ?? null) };
}

/** The value of a card at the time `at`, and how many of its ledger entries were read. */
async function readState(store: string, id: string, at: string) {
  let card: GiftCardRecord | undefined;
  let sums = noSumsAt(at);
  let read = 0;
  for await (const page of giftCards.readWithLedger(store, id)) {
    card ??= page.card;
    sums = addEntriesAt(sums, page.entries);
    read += page.entries.length;
    if (sums.isComplete) break;
  }
  return { state: card && stateAt(card, sums), read };
}
