/**
 * The accounts of a file of gift cards or store credits: which rows count in its sum of money, since an account may come several times, and the
 * ledger's entries of the import of cards. Three numbers are kept for each account, so a file of a million cards fits in memory.
 */
import { hash } from 'node:crypto';
import type { Operator } from '../../../lib/client/functions.ts';
import { defaultsOf } from '../../../lib/resources/gift-cards/import-rules.ts';
import { textsOf } from '../../../lib/resources/move-in/records.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { batchesOf } from '../files/importer.ts';
import type { ReadRow } from './export.ts';
import type { RefusedRow } from './journal.ts';
import { type AccountRecord, identityOf, isAccount, isCard, type Kind } from './records.ts';
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

export class AccountRows {
  readonly #rows = new Map<number, CountedRow>();

  /**
   * Notes the row of an account, and says how it differs from an earlier row of the same identity: of two, that of the later export counts, and
   * otherwise the first.
   */
  note(line: number, record: AccountRecord): 'first' | 'same' | 'other' {
    const key = numberOf(identityOf(record));
    const [defaults, exported] = isCard(record) ? [defaultsOf(record), record.exported_at] : [{}, undefined];
    const row = { line, print: numberOf(textsOf(record, defaults)[0]), exportedAt: Date.parse(exported ?? '') || 0 };
    const earlier = this.#rows.get(key);
    if (!earlier || earlier.exportedAt < row.exportedAt) this.#rows.set(key, row);
    return !earlier ? 'first' : earlier.print === row.print ? 'same' : 'other';
  }

  /** Whether it is the row of its account that counts. */
  counts(line: number, record: AccountRecord): boolean {
    return this.#rows.get(numberOf(identityOf(record)))?.line === line;
  }
}

/** In the smallest unit of the store's currency. */
export interface Sums {
  file: number;
  /** Of gift cards; undefined in a dry run. */
  ledger?: number;
}

interface Found {
  sums: Sums;
  /** Cards with codes that are short enough to guess. */
  short_codes?: number;
}

export const isOfMoney = (kind: Kind): boolean => kind === 'gift-cards' || kind === 'store-credits';

/** The sum of a file of money. The sum of gift cards is compared with the ledger where an operator is given; `differs` gets each difference. */
export const sumAccounts = (kind: Kind, rows: AsyncIterable<ReadRow>, ...how: Comparing): Promise<Found> =>
  kind === 'gift-cards' ? sumCards(rows, ...how) : sumCredits(rows, how[0].accounts);

type Comparing = [
  counting: { accounts: AccountRows; operator: Operator | undefined; show(cards: number): void },
  differs: (row: RefusedRow) => Promise<unknown>,
];

/** The sum of the rows of store credits that count. */
async function sumCredits(rows: AsyncIterable<ReadRow>, accounts: AccountRows): Promise<Found> {
  let file = 0;
  for await (const { record } of countedIn(rows, accounts)) file += isCard(record) ? 0 : record.value;
  return { sums: { file } };
}

/** The sum of the rows of cards that count, and the sum of their entries in the ledger. */
async function sumCards(
  rows: AsyncIterable<ReadRow>,
  ...[{ accounts, operator, show }, differs]: Comparing
): Promise<Found> {
  let [file, ledger, seen, short_codes] = [0, 0, 0, 0];
  const batching = { most: [batches.movedInRecords.size], weightOf: () => [1] };
  for await (const some of batchesOf(cardsIn(countedIn(rows, accounts)), batching)) {
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

/** Records of accounts with the lines of their rows, of the rows that count. */
async function* countedIn(rows: AsyncIterable<ReadRow>, accounts: AccountRows) {
  for await (const { line, records } of rows) {
    for (const record of records.filter(isAccount)) if (accounts.counts(line, record)) yield { line, record };
  }
}

async function* cardsIn(counted: AsyncIterable<{ line: number; record: AccountRecord }>) {
  for await (const { line, record } of counted) if (isCard(record)) yield { line, record };
}
