/**
 * The cards of a file of gift cards: which rows count in its sum of money, since a card may come several times, and the ledger's entries of
 * their import. Three numbers are kept for each card, so a file of a million cards fits in memory.
 */
import { hash } from 'node:crypto';
import type { Operator } from '../../../lib/client/functions.ts';
import { defaultsOf } from '../../../lib/resources/gift-cards/import-rules.ts';
import { textsOf } from '../../../lib/resources/move-in/records.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { batchesOf } from '../files/importer.ts';
import type { ReadRow } from './export.ts';
import type { RefusedRow } from './journal.ts';
import { type CardRecord, isCard } from './records.ts';
import { endOfCode, isShortCode } from './values.ts';

interface CountedRow {
  line: number;
  /** The digest of its whole record. */
  print: number;
  /** When it was exported, in milliseconds since 1970. */
  exportedAt: number;
}

/** A number in place of a text. */
export const numberOf = (text: string): number => Number.parseInt(hash('sha256', text, 'hex').slice(0, 12), 16);

export class CardRows {
  readonly #rows = new Map<number, CountedRow>();

  /** Notes the row of a card, and says how it differs from an earlier row of the same code: of two, that of the later export counts. */
  note(line: number, record: CardRecord): 'first' | 'same' | 'other' {
    const key = numberOf(record.code);
    const row = {
      line,
      print: numberOf(textsOf(record, defaultsOf(record))[0]),
      exportedAt: Date.parse(record.exported_at ?? '') || 0,
    };
    const earlier = this.#rows.get(key);
    if (!earlier || earlier.exportedAt < row.exportedAt) this.#rows.set(key, row);
    return !earlier ? 'first' : earlier.print === row.print ? 'same' : 'other';
  }

  /** Whether it is the row of its card that counts. */
  counts(line: number, record: CardRecord): boolean {
    return this.#rows.get(numberOf(record.code))?.line === line;
  }
}

/** In the smallest unit of the store's currency. */
export interface Sums {
  file: number;
  /** Undefined in a dry run. */
  ledger?: number;
}

interface Found {
  sums: Sums;
  /** Cards with codes that are short enough to guess. */
  short_codes: number;
}

/** The sum of the rows that count, and, where an operator is given, of their entries in the ledger; `differs` gets each difference. */
export async function sumCards(
  rows: AsyncIterable<ReadRow>,
  { cards, operator, show }: { cards: CardRows; operator: Operator | undefined; show(cards: number): void },
  differs: (row: RefusedRow) => Promise<unknown>,
): Promise<Found> {
  let [file, ledger, seen, short_codes] = [0, 0, 0, 0];
  const batching = { most: [batches.movedInRecords.size], weightOf: () => [1] };
  for await (const some of batchesOf(countedIn(rows, cards), batching)) {
    file += some.reduce((sum, { record }) => sum + record.balance, 0);
    seen += some.length;
    short_codes += some.filter(({ record }) => isShortCode(record.code)).length;
    show(seen);
    if (!operator) continue;
    const { data } = await operator.listImportedGiftCards({ codes: some.map(({ record }) => record.code) });
    for (const [index, { line, record }] of some.entries()) {
      const imported = data[index]?.imported ?? 0;
      ledger += imported;
      if (imported !== record.balance) {
        const rule = `the file has ${record.balance}, the imported ledger entries sum to ${imported}`;
        await differs({ line, column: '', rule, code: endOfCode(record.code) });
      }
    }
  }
  return { sums: operator ? { file, ledger } : { file }, short_codes };
}

/** Records of cards with the lines of their rows, of the rows that count. */
async function* countedIn(rows: AsyncIterable<ReadRow>, cards: CardRows) {
  for await (const { line, records } of rows) {
    for (const record of records.filter(isCard)) if (cards.counts(line, record)) yield { line, record };
  }
}
