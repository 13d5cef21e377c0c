/** Exports a store's cards with their ledgers. A page has a limited number of entries, of one or more cards. */

import { giftCardTransaction } from '../resources/gift-cards/fields.ts';
import type { ExportPage } from '../resources/gift-cards/ledger-fields.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { view } from '../resources/gift-cards/rules.ts';
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
