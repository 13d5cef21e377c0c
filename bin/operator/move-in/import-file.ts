/** Imports the records of one file in batches; a run that died is continued. */
import type { Operator } from '../../../lib/client/functions.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { importRows } from '../files/importer.ts';
import { CardRows, numberOf } from './cards.ts';
import type { ReadRow } from './export.ts';
import { type FileJournal, nothing, type RefusedRow, type Step, sumOf, type Tally } from './journal.ts';
import { importOf, isCard, type Kind, type MoveInRecord } from './records.ts';
import { endOfCode } from './values.ts';

interface FileImport {
  kind: Kind;
  rows: AsyncIterable<ReadRow>;
  update: boolean;
  /** Undefined in a dry run. */
  into: { operator: Operator; journal: FileJournal; done: Tally } | undefined;
  show(rows: number): void;
}

interface Imported {
  tally: Tally;
  /** Which rows of cards count in the file's sum: those that were not refused. */
  cards: CardRows;
}

/** Calls of a batch, which are made side by side. */
const callsAtOnce = 4;

/** Rows without a record, or bad ones, do not wait for calls to fill. */
const rowsAtMost = 1000;

/** Throws where a call fails: what was imported by then stays, and the next run goes on from there. */
export async function importFile(
  { kind, rows, update, into, show }: FileImport,
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
  const callOf = (record: MoveInRecord) => numberOf(identityOf(record)) % callsAtOnce;
  await importRows<ReadRow, Step>(rows, {
    isDone(row) {
      toSkip -= 1;
      if (toSkip >= 0) noteCards(row);
      return toSkip >= 0;
    },
    most: [...everyCall.map(() => batches.movedInRecords.size), rowsAtMost],
    weightOf: ({ records }) => [
      ...everyCall.map((place) => records.filter((record) => callOf(record) === place).length),
      1,
    ],
    send: (batch) =>
      into
        ? importBatch(batch, callOf, (records) => call(into.operator, records, update))
        : Promise.resolve(judge(batch, cards, update)),
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

const everyCall = Array.from({ length: callsAtOnce }, (_, place) => place);

/** A record and the line of its row. */
interface Placed {
  line: number;
  record: MoveInRecord;
}

const placedIn = (batch: readonly ReadRow[]): Placed[] =>
  batch.flatMap(({ line, records }) => records.map((record) => ({ line, record })));

type Call = (records: MoveInRecord[]) => ReturnType<ReturnType<typeof importOf>['call']>;

async function importBatch(
  batch: readonly ReadRow[],
  callOf: (record: MoveInRecord) => number,
  call: Call,
): Promise<Step> {
  const calls = everyCall.map((place) => placedIn(batch).filter(({ record }) => callOf(record) === place));
  const reports = await Promise.all(
    calls
      .filter((placed) => placed.length > 0)
      .map(async (placed) => ({ placed, ...(await call(placed.map(({ record }) => record))) })),
  );
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

/** What a batch would come to in a store that has nothing of it. */
function judge(batch: readonly ReadRow[], cards: CardRows, update: boolean): Step {
  const placed = placedIn(batch);
  const repeats = placed.flatMap((each) => {
    const how = isCard(each.record) ? cards.note(each.line, each.record) : 'first';
    return how === 'first' ? [] : [{ each, isRefused: how === 'other' && !update }];
  });
  const others = repeats.filter(({ isRefused }) => isRefused);
  const refused = others.flatMap(({ each }) => refusedRows(each, 'another row has the same code'));
  return stepOf(batch, refused, {
    imported: placed.length - repeats.length,
    updated: 0,
    unchanged: repeats.length - others.length,
  });
}
