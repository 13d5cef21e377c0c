/** Imports the records of one file in batches; a run that died is continued. */
import type { FunctionOptions, Operator } from '../../../lib/client/functions.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { chunksOf, sideBySide } from '../../../lib/runtime/collections.ts';
import type { ImportReport } from '../../../lib/schema/import.ts';
import { importRows } from '../files/importer.ts';
import { CallsAtOnce } from './calls-at-once.ts';
import { CardRows } from './cards.ts';
import type { ReadRow } from './export.ts';
import { nothing, type OpenedJournal, type RefusedRow, type Step, sumOf, type Tally } from './journal.ts';
import { type ImportCall, importOf, isCard, type Kind, type MoveInRecord } from './records.ts';
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
  /** Which rows of cards count in the file's sum: those that were not refused. */
  cards: CardRows;
}

/** Lanes of a batch. The calls of one lane are made one after the other. */
const lanesOfBatch = 16;

/** How often a call is made again: a service that is asked for too much has half a minute to recover. */
const maxRetries = 10;

/** Throws if a call fails: what was imported by then stays, and the next run continues there. */
export async function importFile(
  { kind, rows, update, operator, into, show }: FileImport,
  refused: (row: RefusedRow) => Promise<unknown>,
): Promise<Imported> {
  const { identityOf, call } = importOf(kind);
  const cards = new CardRows();
  const refusedLines = new Set<number>();
  const tellRefused = async (rows: readonly RefusedRow[]) => {
    for (const row of rows) {
      refusedLines.add(row.line);
      await refused(row);
    }
  };
  for await (const step of into?.journal.steps() ?? []) await tellRefused(step.refused);
  const noteCards = ({ line, records }: ReadRow) => {
    if (!refusedLines.has(line)) for (const record of records.filter(isCard)) cards.note(line, record);
  };

  let tally = into?.done ?? nothing;
  let toSkip = tally.rows;
  const atOnce = new CallsAtOnce(lanesOfBatch);
  await importRows<ReadRow, Step>(rows, {
    isDone(row) {
      toSkip -= 1;
      if (toSkip >= 0) noteCards(row);
      return toSkip >= 0;
    },
    most: [lanesOfBatch * batches.movedInRecords.size],
    // A row without a record counts as well: it does not wait for the calls to fill.
    weightOf: ({ records }) => [Math.max(1, records.length)],
    async send(batch) {
      if (!into) return judge(batch, { cards, update, operator });
      const importing = { lanes: lanesOf(batch, identityOf), run: into.run, update, atOnce };
      return importBatch(batch, importing, (given, options) => call(operator, given, options));
    },
    async keep(step, batch) {
      await into?.journal.add(step);
      await tellRefused(step.refused);
      if (into) for (const row of batch) noteCards(row);
      tally = sumOf(tally, step.tally);
      show(tally.rows);
    },
  });
  return { tally, cards };
}

/** A record and the line of its row. */
interface Placed {
  line: number;
  record: MoveInRecord;
}

const placedIn = (batch: readonly ReadRow[]): Placed[] =>
  batch.flatMap(({ line, records }) => records.map((record) => ({ line, record })));

/**
 * Divides the records of a batch among lanes, those of one identity into one lane, in their order. The same rows give the same lanes, so that
 * a call that is sent again has the same records.
 */
function lanesOf(batch: readonly ReadRow[], identityOf: (record: MoveInRecord) => string): Placed[][] {
  const lanes = Array.from({ length: lanesOfBatch }, (): Placed[] => []);
  for (const same of Map.groupBy(placedIn(batch), ({ record }) => identityOf(record)).values()) {
    lanes.reduce((least, lane) => (lane.length < least.length ? lane : least)).push(...same);
  }
  return lanes.filter((lane) => lane.length > 0);
}

type Call = (call: ImportCall, options: FunctionOptions) => Promise<ImportReport>;

interface Importing extends Pick<ImportCall, 'update'> {
  lanes: readonly Placed[][];
  run: string | undefined;
  atOnce: CallsAtOnce;
}

async function importBatch(
  batch: readonly ReadRow[],
  { lanes, run, update, atOnce }: Importing,
  call: Call,
): Promise<Step> {
  const begun = performance.now();
  const reports: (ImportReport & { placed: readonly Placed[] })[] = [];
  await sideBySide([...lanes.entries()], atOnce.size, async ([lane, records]) => {
    for (const [number, placed] of chunksOf(records, batches.movedInRecords.size).entries()) {
      const import_id = run && `${run}-${batch[0]?.line}-${lane}-${number}`;
      const given = { records: placed.map(({ record }) => record), import_id, update };
      reports.push({ placed, ...(await call(given, { maxRetries })) });
    }
  });
  atOnce.note((1000 * batch.length) / (performance.now() - begun));
  const refused = reports.flatMap(({ placed, refused }) =>
    refused.flatMap(({ index, message }) => refusedRows(placed[index], message)),
  );
  return stepOf(batch, refused, {
    imported: sum(reports.map(({ imported }) => imported)),
    updated: sum(reports.map(({ updated }) => updated)),
    unchanged: sum(reports.map(({ unchanged }) => unchanged)),
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const refusedRows = (placed: Placed | undefined, rule: string): RefusedRow[] =>
  placed ? [{ line: placed.line, column: '', rule, ...endIn(placed) }] : [];

const endIn = ({ record }: Placed) => (isCard(record) ? { code: endOfCode(record.code) } : {});

function stepOf(
  batch: readonly ReadRow[],
  refused: readonly RefusedRow[],
  counts: Omit<Tally, 'rows' | 'refused'>,
): Step {
  const all = [...batch.flatMap(({ bad }) => bad), ...refused];
  return {
    tally: { rows: batch.length, ...counts, refused: all.length },
    refused: all.toSorted((a, b) => a.line - b.line),
  };
}

interface Judging {
  cards: CardRows;
  update: boolean;
  operator: Operator;
}

/** What a batch would come to. Gift cards are compared with the balances that earlier imports gave them; other records count as new. */
async function judge(batch: readonly ReadRow[], { cards, update, operator }: Judging): Promise<Step> {
  const placed = placedIn(batch);
  const repeats = placed.flatMap((each) => {
    const how = isCard(each.record) ? cards.note(each.line, each.record) : 'first';
    return how === 'first' ? [] : [{ each, isRefused: how === 'other' && !update }];
  });
  const others = repeats.filter(({ isRefused }) => isRefused);
  const repeated = new Set(repeats.map(({ each }) => each));
  const known = await importedBefore(
    placed.filter((each) => !repeated.has(each)),
    operator,
  );
  const changed = known.filter(({ isSame }) => !isSame);
  const refused = [
    ...others.flatMap(({ each }) => refusedRows(each, 'another row has the same code')),
    ...(update
      ? []
      : changed.flatMap(({ each }) =>
          refusedRows(each, 'was imported with another balance: use --update if this is a later export'),
        )),
  ];
  return stepOf(batch, refused, {
    imported: placed.length - repeats.length - known.length,
    updated: update ? changed.length : 0,
    unchanged: repeats.length - others.length + known.length - changed.length,
  });
}

/** Calls of a dry run at once. */
const readsAtOnce = 4;

/** Which gift cards an earlier import made, and whether with the same balance. */
async function importedBefore(placed: readonly Placed[], operator: Operator) {
  const found: { each: Placed; isSame: boolean }[] = [];
  const cards = placed.flatMap((each) => (isCard(each.record) ? [{ each, record: each.record }] : []));
  await sideBySide(chunksOf(cards, batches.movedInRecords.size), readsAtOnce, async (some) => {
    const { data } = await operator.listImportedGiftCards({ codes: some.map(({ record }) => record.code) });
    for (const [index, { each, record }] of some.entries()) {
      const earlier = data[index];
      if (earlier) found.push({ each, isSame: earlier.imported === record.balance });
    }
  });
  return found;
}
