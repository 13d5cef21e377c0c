/** The report of an import: what became of each file's rows, every record not imported, and the sums of money. */
import type { FileHandle } from 'node:fs/promises';
import { csvLines } from '../../command-line/csv.ts';
import { replacePrivate } from '../../command-line/private-file.ts';
import { asMoney, asTable } from '../command.ts';
import type { Sums } from './cards.ts';
import type { RefusedRow, Tally } from './journal.ts';
import { longCode } from './values.ts';

/** The outcome of a file. */
export interface FileReport extends Tally {
  file: string;
  format: string;
  /** How the file was read where it left something open. */
  notes: readonly string[];
  /** Of gift cards, in the smallest unit of the store's currency. */
  sums?: Sums;
  /** Gift cards with codes short enough to guess. */
  short_codes?: number;
}

export interface Report {
  refused(file: string, row: RefusedRow): Promise<void>;
  finish(files: readonly FileReport[]): Promise<void>;
  /** The first rows that were refused, as the text shows them. */
  shown: string[];
}

const rowsShown = 20;

const columns = ['file', 'what', 'count', 'line', 'column', 'rule', 'code'];

/** Runs `work` with a report, which is written to a file if one is named: the file is always complete. */
export async function reporting<T>(file: string | undefined, work: (report: Report) => Promise<T>): Promise<T> {
  if (file === undefined) return work(reportTo(async () => {}));
  let result: T[] = [];
  await replacePrivate(file, async (handle: FileHandle) => {
    await handle.appendFile(csvLines([columns]));
    result = [await work(reportTo((rows) => handle.appendFile(csvLines(rows))))];
  });
  return result[0] as T;
}

type Rows = Parameters<typeof csvLines>[0];

const reportTo = (write: (rows: Rows) => Promise<unknown>): Report => ({
  shown: [],
  async refused(file, { line, column, rule, code = '' }) {
    if (this.shown.length < rowsShown) this.shown.push(told(file, { line, column, rule, code }));
    await write([[file, 'refused', 1, line, column, rule, code]]);
  },
  async finish(files) {
    await write(files.flatMap(summary));
  },
});

const told = (file: string, { line, column, rule, code }: Required<RefusedRow>): string =>
  `${file}, line ${line}: ${rule.startsWith(`${column} `) ? rule : `${column} ${rule}`.trim()}${code && ` (code …${code})`}`;

const summary = ({ file, rows, imported, updated, unchanged, refused, sums, short_codes }: FileReport): Rows => {
  const counts = Object.entries({
    ...{ rows, imported, updated, unchanged, refused },
    ...(sums && { 'sum of the file': sums.file }),
    ...(short_codes !== undefined && { [`codes of fewer than ${longCode} characters`]: short_codes }),
    ...(sums?.ledger !== undefined && { "sum of the import's ledger entries": sums.ledger }),
  });
  return counts.map(([what, count]) => [file, what, count, '', '', '', '']);
};

const counted = ['file', 'format', 'rows', 'imported', 'updated', 'unchanged', 'refused'] as const;

/** The report for a person. */
export function asText(files: readonly FileReport[], { shown }: Report, currency: string): string {
  const left = files.reduce((sum, { refused }) => sum + refused, 0) - shown.length;
  return [
    ...shown,
    ...(left > 0 ? [`and ${left} more rows: list them with --report FILE`] : []),
    asTable(counted, files),
    ...files.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ...files.flatMap(({ file, short_codes = 0 }) => (short_codes > 0 ? [shortLine(file, short_codes)] : [])),
    ...files.flatMap(({ sums }) => (sums ? [moneyLine(sums, currency)] : [])),
  ].join('\n');
}

const shortLine = (file: string, count: number): string =>
  `${file}: codes of fewer than ${longCode} characters, which can be guessed: ${count}. Replace them (Moving in guide)`;

function moneyLine({ file, ledger }: Sums, currency: string): string {
  const sum = `The gift cards of the file are worth ${asMoney(file, currency)}`;
  if (ledger === undefined) return sum;
  const said = `; the import's ledger entries on them sum to ${asMoney(ledger, currency)}`;
  return `${sum}${said}${ledger === file ? '' : ': THEY DIFFER'}`;
}
