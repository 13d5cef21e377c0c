/** Reads a store's cards with their ledgers, a page at a time: each by one strongly consistent read. */
import type { LiabilityPage } from '../resources/gift-cards/ledger-fields.ts';
import { addUp, stateAt } from '../resources/gift-cards/liability-rules.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/chunks.ts';

interface Begin {
  /** At least a minute ago: by then the index lists what was issued. */
  at: string;
  /** The card after which the page begins. */
  after: string | undefined;
}

/** What the cards of a page were worth at a time. */
export async function liabilityPage(store: string, { at, after }: Begin): Promise<Omit<LiabilityPage, 'currency'>> {
  const ids = await giftCards.listIssued(store, { after, limit: batches.cardsOnPage.size });
  const states: ReturnType<typeof stateAt>[] = [];
  let entriesRead = 0;
  for (const portion of chunksOf(ids, batches.ledgersSideBySide.size)) {
    if (entriesRead >= batches.reportedEntriesOnPage.size) break;
    for (const { card, entries } of await Promise.all(portion.map((id) => giftCards.findWithLedger(store, id)))) {
      entriesRead += entries.length;
      states.push(card && stateAt(card, entries, at));
    }
  }
  const isLast = states.length === ids.length && ids.length < batches.cardsOnPage.size;
  return { at, statuses: addUp(states), next: isLast ? null : (ids[states.length - 1] ?? null) };
}
