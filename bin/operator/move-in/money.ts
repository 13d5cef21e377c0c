/** The sums of a file of gift cards: what it says, and what the ledger says that imports have put on its cards. */
import type { Operator } from '../../../lib/client/functions.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import type { CardRecord, CardRows } from './card-rows.ts';
import type { RefusedRow } from './journal.ts';
import { isCard } from './portions.ts';
import type { ReadRow } from './reading.ts';
import { endOfCode, isShortCode } from './values/codes.ts';

/** In the smallest unit of the store's currency. */
export interface Sums {
  file: number;
  /** Undefined in a dry run. */
  ledger?: number;
}

interface CardRow {
  line: number;
  record: CardRecord;
}

interface Found {
  sums: Sums;
  /** Cards with codes that are short enough to guess. */
  short_codes: number;
}

/** The sum of the rows that count, and, where an operator is given, of their entries in the ledger; `differs` is told each difference. */
export async function sumCards(
  rows: AsyncIterable<ReadRow>,
  { cards, operator, show }: { cards: CardRows; operator: Operator | undefined; show(cards: number): void },
  differs: (row: RefusedRow) => Promise<unknown>,
): Promise<Found> {
  let [file, ledger, seen, short_codes] = [0, 0, 0, 0];
  for await (const some of callsOf(rows, cards)) {
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
        const rule = `the file says ${record.balance}, the ledger's entries of the import ${imported}`;
        await differs({ line, column: '', rule, code: endOfCode(record.code) });
      }
    }
  }
  return { sums: operator ? { file, ledger } : { file }, short_codes };
}

async function* callsOf(rows: AsyncIterable<ReadRow>, cards: CardRows): AsyncGenerator<CardRow[]> {
  let some: CardRow[] = [];
  for await (const { line, records } of rows) {
    some.push(...records.filter(isCard).flatMap((record) => (cards.counts(line, record) ? [{ line, record }] : [])));
    if (some.length < batches.movedInRecords.size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
