/** Reads what imports have put on gift cards, by the codes of the other system. */
import * as cardImports from '../resources/gift-cards/import-records.ts';
import { keptOfImported } from '../resources/gift-cards/imported-code-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import type { GiftCardRecord } from '../resources/gift-cards/rules.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/chunks.ts';

interface ImportedSum {
  gift_card_id: string;
  /** In the smallest unit of the card's currency. */
  imported: number;
}

/** What was imported with each code, in the order of the codes; null where nothing was. */
export async function importedSums(store: string, codes: readonly string[]): Promise<(ImportedSum | null)[]> {
  const kept = await Promise.all(codes.map(keptOfImported));
  const found = await cardImports.findMany(
    store,
    kept.map(({ hash }) => hash),
  );
  const ids = [...new Set(found.flatMap((made) => made?.gift_card_id ?? []))];
  const cards = await giftCards.findMany(store, ids);
  const sums = new Map<string, number>();
  for (const portion of chunksOf(cards, batches.ledgersSideBySide.size)) {
    await Promise.all(portion.map(async (card) => sums.set(card.id, await sumOf(store, card))));
  }
  return found.map((made) =>
    made ? { gift_card_id: made.gift_card_id, imported: sums.get(made.gift_card_id) ?? 0 } : null,
  );
}

async function sumOf(store: string, card: GiftCardRecord): Promise<number> {
  const entries = await giftCards.listImportEntries(store, card);
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}
