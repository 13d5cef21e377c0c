/** The report of an import: what became of each file's rows, every record not imported, and the sums of money. */
import type { FileHandle } from 'node:fs/promises';
import { csvLines } from '../../command-line/csv.ts';
import { replacePrivate } from '../../command-line/private-file.ts';
import { asMoney, asTable, counted } from '../command.ts';
import type { Sums } from './cards.ts';
import type { RefusedRow, Tally } from './journal.ts';
import { longCode } from './values.ts';

/** The outcome of a file. */
export interface FileReport extends Tally {
  file: string;
  format: string;
  /** How the file was read where it left something open. */
  notes: readonly string[];
  /** Of gift cards or store credits, in the smallest unit of the store's currency. */
  sums?: Sums;
  /** Gift cards with codes short enough to guess. */
  short_codes?: number;
}

export interface Report {
  refused(file: string, row: RefusedRow): Promise<void>;
  finish(files: readonly FileReport[]): Promise<void>;
  /** The first rows that were refused. */
  first: RowOfFile[];
}

interface RowOfFile extends RefusedRow {
  file: string;
}

/** The number of rejected rows that `--json` shows. */
const rowsKept = 100;

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
  first: [],
  async refused(file, { line, column, rule, code = '' }) {
    if (this.first.length < rowsKept) this.first.push({ file, line, column, rule, code });
    await write([[file, 'rejected', 1, line, column, rule, code]]);
  },
  async finish(files) {
    await write(files.flatMap(summary));
  },
});

/** The sentence about a rejected row. */
const reasonOf = ({ column, rule }: RefusedRow): string =>
  rule.startsWith(`${column} `) ? rule : `${column} ${rule}`.trim();

function lineOf({ file, line, code = '', ...row }: RowOfFile, currency: string): string {
  const reason = reasonOf({ line, ...row }).replaceAll(
    /(its balance is|the record says|the file has|entries sum to) (\d+)/g,
    (_, words: string, amount: string) => `${words} ${asMoney(Number(amount), currency)}`,
  );
  return `${file}, line ${line}: ${reason}${code && ` (code …${code})`}`;
}

/** The first rejected rows, for a program. */
export const refusedRowsOf = ({ first }: Report) =>
  first.map((row) => ({ file: row.file, line: row.line, column: row.column || null, reason: reasonOf(row) }));

const summary = ({ file, rows, imported, updated, unchanged, refused, sums, short_codes }: FileReport): Rows => {
  const counts = Object.entries({
    ...{ rows, imported, updated, unchanged, rejected: refused },
    ...(sums && { 'sum of the file': sums.file }),
    ...(short_codes !== undefined && { [`codes of fewer than ${longCode} characters`]: short_codes }),
    ...(sums?.ledger !== undefined && { "sum of the import's ledger entries": sums.ledger }),
  });
  return counts.map(([what, count]) => [file, what, count, '', '', '', '']);
};

interface Shown {
  currency: string;
  isDry: boolean;
  update: boolean;
}

/** The report for a person. */
export function asText(files: readonly FileReport[], { first }: Report, { currency, isDry, update }: Shown): string {
  const shown = first.slice(0, rowsShown);
  const left = files.reduce((sum, { refused }) => sum + refused, 0) - shown.length;
  const [imports, updates] = isDry ? (['would import', 'would update'] as const) : (['imported', 'updated'] as const);
  const rows = files.map(
    ({ imported, updated, refused, ...each }): Readonly<Record<string, unknown>> => ({
      ...each,
      ...{ [imports]: imported, [updates]: updated, rejected: refused },
    }),
  );
  return [
    ...shown.map((row) => lineOf(row, currency)),
    ...(left > 0 ? [`and ${counted(left, 'more row')}: list them with --report FILE`] : []),
    ...(!update && first.some(({ rule }) => rule.includes(otherRecord)) ? [otherRecordAdvice] : []),
    asTable(['file', 'format', 'rows', imports, updates, 'unchanged', 'rejected'], rows),
    ...files.flatMap(({ file, notes }) => notes.map((note) => `${file}: ${note}`)),
    ...files.flatMap(({ file, short_codes = 0 }) => (short_codes > 0 ? [shortLine(file, short_codes)] : [])),
    ...files.flatMap(({ format, sums }) => (sums ? [moneyLine(nounOf(format), sums, currency)] : [])),
    ...(isDry ? ['Nothing was imported (--dry-run)'] : []),
  ].join('\n');
}

/** Text in the message about a card that was imported from another record. */
const otherRecord = 'was imported from another record';

const otherRecordAdvice =
  'Each record includes the time of its export: by default, the time when the file was last changed. If the file is the same export as before, add --exported-at with the time of that import; if it is a later export, add --update';

const shortLine = (file: string, count: number): string =>
  `${file}: codes of fewer than ${longCode} characters, which can be guessed: ${count}. Replace them (Moving in guide)`;

const nounOf = (format: string) => (format === 'store-credits' ? 'store credits' : 'gift cards');

function moneyLine(noun: string, { file, ledger }: Sums, currency: string): string {
  const sum = `The ${noun} of the file are worth ${asMoney(file, currency)}`;
  if (ledger === undefined) return sum;
  const said = `; the import's ledger entries on them sum to ${asMoney(ledger, currency)}`;
  return `${sum}${said}${ledger === file ? '' : ': THEY DIFFER'}`;
}
