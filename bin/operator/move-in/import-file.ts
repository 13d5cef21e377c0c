/** Imports the records of one file in batches; an interrupted run continues. */
import { FunctionError, type Operator } from '../../../lib/client/functions.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { chunksOf, sideBySide } from '../../../lib/runtime/collections.ts';
import type { ImportReport } from '../../../lib/schema/import.ts';
import { importRows } from '../files/importer.ts';
import { CallsAtOnce } from './calls-at-once.ts';
import { AccountRows, numberOf } from './cards.ts';
import type { ReadRow } from './export.ts';
import { nothing, type OpenedJournal, type RefusedRow, type Step, sumOf, type Tally } from './journal.ts';
import { type ImportCall, importOf, isAccount, isCard, type Kind, type MoveInRecord } from './records.ts';
import { endOfCode } from './values.ts';

interface FileImport {
  kind: Kind;
  rows: AsyncIterable<ReadRow>;
  update: boolean;
  operator: Operator;
  /** Undefined in a dry run. */
  into: OpenedJournal | undefined;
  show(rows: number): void;
}

interface Imported {
  tally: Tally;
  /** The rows of accounts in the file's sum: those that were not refused. */
  accounts: AccountRows;
}

/** Lanes of a batch. The calls of one lane are made one after the other. */
const lanesOfBatch = 16;

/** How often a call is retried: an overloaded service has half a minute to recover. */
const maxRetries = 10;

/** Throws if a call fails: imported records stay, and the next run continues there. */
export async function importFile(
  { kind, rows, update, operator, into, show }: FileImport,
  refused: (row: RefusedRow) => Promise<unknown>,
): Promise<Imported> {
  if (!into) await requireDryRun(kind, operator);
  const accounts = new AccountRows();
  const refusedLines = new Set<number>();
  const reportRefused = async (rows: readonly RefusedRow[]) => {
    for (const row of rows) {
      refusedLines.add(row.line);
      await refused(row);
    }
  };
  for await (const step of into?.journal.steps() ?? []) await reportRefused(step.refused);
  const noteAccounts = ({ line, records }: ReadRow) => {
    if (!refusedLines.has(line)) for (const record of records.filter(isAccount)) accounts.note(line, record);
  };

  const repeats = new Repeats(accounts);
  let tally = into?.done ?? nothing;
  let toSkip = tally.rows;
  const atOnce = new CallsAtOnce(lanesOfBatch);
  await importRows<ReadRow, Step>(rows, {
    isDone(row) {
      toSkip -= 1;
      if (toSkip >= 0) noteAccounts(row);
      return toSkip >= 0;
    },
    most: [lanesOfBatch * batches.movedInRecords.size],
    // A row without a record has weight 1, so that its batch is not held back.
    weightOf: ({ records }) => [Math.max(1, records.length)],
    async send(batch) {
      const all = placedIn(batch);
      const first = into ? all : all.filter((each) => repeats.isFirst(each));
      const sent = { placed: first, line: batch[0]?.line, run: into?.run, update, dry_run: !into, atOnce };
      const counts = await importAll(sent, importOf(kind), operator);
      return stepOf(batch, into ? counts : repeats.addedTo(counts, { all, first, update }));
    },
    async keep(step, batch) {
      await into?.journal.add(step);
      await reportRefused(step.refused);
      if (into) for (const row of batch) noteAccounts(row);
      tally = sumOf(tally, step.tally);
      show(tally.rows);
    },
  });
  return { tally, accounts };
}

/** A record and the line of its row. */
interface Placed {
  line: number;
  record: MoveInRecord;
}

const placedIn = (batch: readonly ReadRow[]): Placed[] =>
  batch.flatMap(({ line, records }) => records.map((record) => ({ line, record })));

/**
 * Divides records among lanes; those of one identity share a lane, in order. The same records give the same lanes, so that a call that
 * is sent again has the same records.
 */
function lanesOf(all: readonly Placed[], identityOf: (record: MoveInRecord) => string): Placed[][] {
  const lanes = Array.from({ length: lanesOfBatch }, (): Placed[] => []);
  for (const same of Map.groupBy(all, ({ record }) => identityOf(record)).values()) {
    lanes.reduce((least, lane) => (lane.length < least.length ? lane : least)).push(...same);
  }
  return lanes.filter((lane) => lane.length > 0);
}

interface Importing extends Pick<ImportCall, 'update' | 'dry_run'> {
  placed: readonly Placed[];
  /** The first line of the batch: a part of the id of each call. */
  line: number | undefined;
  run: string | undefined;
  atOnce: CallsAtOnce;
}

/** Counts that the service reports. */
interface Counts extends Omit<Tally, 'rows' | 'refused'> {
  refused: readonly RefusedRow[];
}

async function importAll(
  { placed: all, line, run, update, dry_run, atOnce }: Importing,
  { identityOf, call }: ReturnType<typeof importOf>,
  operator: Operator,
): Promise<Counts> {
  const startedAt = performance.now();
  const reports: (ImportReport & { placed: readonly Placed[] })[] = [];
  await sideBySide([...lanesOf(all, identityOf).entries()], atOnce.size, async ([lane, records]) => {
    for (const [number, placed] of chunksOf(records, batches.movedInRecords.size).entries()) {
      const import_id = run && `${run}-${line}-${lane}-${number}`;
      const given = { records: placed.map(({ record }) => record), import_id, update, dry_run };
      reports.push({ placed, ...(await call(operator, given, { maxRetries })) });
    }
  });
  atOnce.note((1000 * all.length) / (performance.now() - startedAt));
  return {
    imported: sum(reports.map(({ imported }) => imported)),
    updated: sum(reports.map(({ updated }) => updated)),
    unchanged: sum(reports.map(({ unchanged }) => unchanged)),
    refused: reports.flatMap(({ placed, refused }) =>
      refused.flatMap(({ index, message }) => refusedRows(placed[index], message)),
    ),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const refusedRows = (placed: Placed | undefined, rule: string | undefined): RefusedRow[] =>
  placed && rule !== undefined ? [{ line: placed.line, column: '', rule, ...endIn(placed) }] : [];

const endIn = ({ record }: Placed) => (isCard(record) ? { code: endOfCode(record.code) } : {});

function stepOf(batch: readonly ReadRow[], { refused, ...counts }: Counts): Step {
  const all = [...batch.flatMap(({ bad }) => bad), ...refused];
  return {
    tally: { rows: batch.length, ...counts, refused: all.length },
    refused: all.toSorted((a, b) => a.line - b.line),
  };
}

/** The rows of a dry run that repeat an earlier row of their file: the service compares records with the store only. */
class Repeats {
  /** The line of each record, by its digest. */
  readonly #lines = new Map<number, number>();
  /** The broken rule of each refused line. */
  readonly #rules = new Map<number, string>();
  readonly #accounts: AccountRows;

  constructor(accounts: AccountRows) {
    this.#accounts = accounts;
  }

  isFirst({ line, record }: Placed): boolean {
    const print = printOf(record);
    const isRepeated = isAccount(record) ? this.#accounts.note(line, record) !== 'first' : this.#lines.has(print);
    if (!isRepeated) this.#lines.set(print, line);
    return !isRepeated;
  }

  /** The counts with repeats: a repeat is refused with its first row, or without `update` for its identity; otherwise `unchanged`. */
  addedTo(
    { unchanged, refused, ...counts }: Counts,
    { all, first, update }: { all: readonly Placed[]; first: readonly Placed[]; update: boolean },
  ): Counts {
    for (const { line, rule } of refused) this.#rules.set(line, rule);
    const firsts = new Set(first);
    const judged = all.filter((each) => !firsts.has(each)).map((each) => refusedRows(each, this.#ruleOf(each, update)));
    const same = judged.filter((rows) => rows.length === 0);
    return { ...counts, unchanged: unchanged + same.length, refused: [...refused, ...judged.flat()] };
  }

  /** The rule that a repeat breaks, or undefined. */
  #ruleOf({ record }: Placed, update: boolean): string | undefined {
    const line = this.#lines.get(printOf(record));
    if (line !== undefined) return this.#rules.get(line);
    if (!isCard(record)) return 'another row has the same external_id';
    return update ? undefined : 'another row has the same code';
  }
}

const printOf = (record: MoveInRecord): number => numberOf(JSON.stringify(record));

/**
 * Throws if the service is of an earlier release, which imports the records of a dry run. No release imports the record of this call: it has
 * no fields.
 */
async function requireDryRun(kind: Kind, operator: Operator): Promise<void> {
  const asked = { records: [{}], dry_run: 'supported?' } as unknown as ImportCall;
  const isRefused = await importOf(kind)
    .call(operator, asked, {})
    .then(
      () => false,
      (error: unknown) => {
        if (error instanceof FunctionError && error.code === 'INVALID_FIELD') return true;
        throw error;
      },
    );
  if (!isRefused)
    throw new Error('The service is of an earlier release, which has no dry run: deploy this release first');
}
