/** Imports the records of one file, portion by portion; a run that died is continued. */
import type { Operator } from '../../../lib/client/functions.ts';
import { CardRows } from './card-rows.ts';
import { type Journal, nothing, type RefusedRow, type Step, sumOf, type Tally } from './journal.ts';
import { chunksOf, isCard, type Placed, type Portion } from './portions.ts';
import type { ReadRow } from './reading.ts';
import { calls, type Kind } from './records.ts';
import { endOfCode } from './values/codes.ts';

interface FileImport {
  kind: Kind;
  rows: AsyncIterable<ReadRow>;
  update: boolean;
  /** Undefined in a dry run. */
  into: { operator: Operator; journal: Journal } | undefined;
  show(rows: number): void;
}

interface Imported {
  tally: Tally;
  /** Which rows of cards count in the file's sum: those that were not refused. */
  cards: CardRows;
}

/** Throws where a call fails: what was imported by then stays, and the next run goes on from there. */
export async function importFile(
  { kind, rows, update, into, show }: FileImport,
  refused: (row: RefusedRow) => Promise<unknown>,
): Promise<Imported> {
  const cards = new CardRows();
  const earlier = into?.journal.done ?? nothing;
  const refusedBefore = new Set<number>();
  for await (const row of into?.journal.refused() ?? []) {
    refusedBefore.add(row.line);
    await refused(row);
  }
  let tally = nothing;
  for await (const portion of chunksOf(
    skipping(rows, earlier.rows, (row) => note(row)),
    kind,
  )) {
    const step = into
      ? await importPortion(portion, (records) => calls[kind](into.operator, records, update))
      : judge(portion, cards, update);
    await into?.journal.add(step);
    for (const row of step.refused) await refused(row);
    if (into) noteAll(portion, step);
    tally = sumOf(tally, step.tally);
    show(earlier.rows + tally.rows);
  }
  return { tally: sumOf(earlier, tally), cards };

  /** A row that an earlier run has seen to. */
  function note({ line, records }: ReadRow): void {
    if (refusedBefore.has(line)) return;
    for (const record of records) if (isCard(record)) cards.note(line, record);
  }

  function noteAll({ calls }: Portion, step: Step): void {
    const lines = new Set(step.refused.map(({ line }) => line));
    for (const { line, record } of calls.flat()) if (isCard(record) && !lines.has(line)) cards.note(line, record);
  }
}

async function* skipping(
  rows: AsyncIterable<ReadRow>,
  count: number,
  skipped: (row: ReadRow) => void,
): AsyncGenerator<ReadRow> {
  let skip = count;
  for await (const row of rows) {
    skip -= 1;
    if (skip < 0) yield row;
    else skipped(row);
  }
}

type Call = (records: Placed['record'][]) => ReturnType<(typeof calls)[Kind]>;

async function importPortion({ rows, bad, calls }: Portion, call: Call): Promise<Step> {
  const reports = await Promise.all(
    calls.filter((placed) => placed.length > 0).map(async (placed) => ({ placed, ...(await call(recordsOf(placed))) })),
  );
  const refused = reports.flatMap(({ placed, refused }) =>
    refused.flatMap(({ index, message }) => refusedRows(placed[index], message)),
  );
  return stepOf(rows, [...bad, ...refused], {
    imported: sum(reports.map(({ imported }) => imported)),
    updated: sum(reports.map(({ updated }) => updated)),
    unchanged: sum(reports.map(({ unchanged }) => unchanged)),
  });
}

const recordsOf = (placed: readonly Placed[]) => placed.map(({ record }) => record);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const refusedRows = (placed: Placed | undefined, rule: string): RefusedRow[] =>
  placed ? [{ line: placed.line, column: '', rule, ...endIn(placed) }] : [];

const endIn = ({ record }: Placed) => (isCard(record) ? { code: endOfCode(record.code) } : {});

const stepOf = (rows: number, refused: readonly RefusedRow[], counts: Omit<Tally, 'rows' | 'refused'>): Step => ({
  tally: { rows, ...counts, refused: refused.length },
  refused: refused.toSorted((a, b) => a.line - b.line),
});

/** What a portion would come to in a store that has nothing of it. */
function judge({ rows, bad, calls }: Portion, cards: CardRows, update: boolean): Step {
  const repeats = calls.flat().flatMap((placed) => {
    const { line, record } = placed;
    const how = isCard(record) ? cards.note(line, record) : 'first';
    return how === 'first' ? [] : [{ placed, isRefused: how === 'other' && !update }];
  });
  const others = repeats.filter(({ isRefused }) => isRefused);
  const refused = others.flatMap(({ placed }) => refusedRows(placed, 'another row has the same code'));
  return stepOf(rows, [...bad, ...refused], {
    imported: calls.flat().length - repeats.length,
    updated: 0,
    unchanged: repeats.length - others.length,
  });
}
