import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { FunctionError, type Operator } from '../../../lib/client/functions.ts';
import { asLines, type Outcome, type Session } from '../command.ts';
import { placeOf } from '../journal.ts';
import { nothingRead, type Position, type RecordLine, type Rejected, readBatches } from './json-lines.ts';
import { readPosition, removePosition, writePosition } from './position.ts';
import { openRejects, type Rejects } from './rejects.ts';

interface Import {
  store: string;
  /** `-` is standard input, which cannot be read again: an import of it keeps no position. */
  file: string;
  'dry-run': boolean;
}

/**
 * Imports JSON Lines in batches, in order: of records with one id the last wins. Puts refused lines aside with their reasons. After an
 * interruption the next run continues after the last committed batch. A dry run only reads.
 */
export async function importFile({ store, file, 'dry-run': isDry }: Import, session: Session): Promise<Outcome> {
  const take = (records: readonly RecordLine[]) => importAll(records, session.operator(store));
  if (isDry) {
    const dry = { take: async () => [], keep: async () => {}, ...(await sourceOf(file, nothingRead())) };
    return outcome(await goThrough(dry, session.show), {});
  }
  const into = placeOf(store, session);
  const isPiped = file === '-';
  const begun = isPiped ? nothingRead() : await readPosition(file, into);
  if (begun.lines > 0) session.show(`Continuing after line ${begun.lines}, where the last import ended`);
  const source = await sourceOf(file, begun);
  const rejects = await openRejects(isPiped ? 'stdin' : file, begun.lines);
  const keep = async (aside: readonly Rejected[], end: Position) => {
    await rejects.add(aside);
    if (!isPiped) await writePosition(file, into, end);
  };
  const tally = await goThrough({ take, keep, ...source }, session.show).finally(rejects.close);
  if (!isPiped) await removePosition(file);
  return outcome(tally, { continued_after_line: begun.lines || null, ...told(rejects, tally) });
}

const told = ({ file }: Rejects, { rejected }: Tally) => (rejected > 0 ? { rejected_lines: file } : {});

interface Source {
  source: AsyncIterable<Buffer>;
  begun: Position;
  /** Bytes of all of it, where that is known. */
  size: number | undefined;
}

async function sourceOf(file: string, begun: Position): Promise<Source> {
  if (file === '-') return { source: process.stdin, begun, size: undefined };
  const { size } = await stat(file);
  return { source: createReadStream(file, { start: begun.bytes }), begun, size };
}

interface Steps extends Source {
  /** Imports the records of a batch; those that are refused. */
  take(records: readonly RecordLine[]): Promise<Rejected[]>;
  /** Keeps what a batch has come to, once its records are imported. */
  keep(aside: readonly Rejected[], end: Position): Promise<void>;
}

interface Tally {
  sites: number;
  customers: number;
  products: number;
  rejected: number;
  lines: number;
  /** Of the first lines that are rejected. */
  reasons: string[];
}

const reasonsShown = 20;

async function goThrough({ source, begun, size, take, keep }: Steps, show: Session['show']): Promise<Tally> {
  const tally: Tally = { sites: 0, customers: 0, products: 0, rejected: 0, lines: begun.lines, reasons: [] };
  for await (const { records, rejected, end } of readBatches(source, begun)) {
    const refused = await take(records);
    const aside = [...rejected, ...refused].toSorted((a, b) => a.number - b.number);
    await keep(aside, end);
    count(tally, records, aside);
    tally.lines = end.lines;
    const part = size ? `, ${Math.floor((100 * end.bytes) / size)} %` : '';
    show(`${tally.lines} lines read${part}${tally.rejected > 0 ? `, ${tally.rejected} rejected` : ''}`);
  }
  return tally;
}

function count(tally: Tally, records: readonly RecordLine[], aside: readonly Rejected[]): void {
  const numbers = new Set(aside.map(({ number }) => number));
  for (const { type } of records.filter(({ number }) => !numbers.has(number))) tally[`${type}s`] += 1;
  tally.rejected += aside.length;
  const reasons = aside.map(({ number, reason }) => `line ${number}: ${reason}`);
  tally.reasons.push(...reasons.slice(0, reasonsShown - tally.reasons.length));
}

function outcome({ reasons, ...counts }: Tally, more: object): Outcome {
  const result = { ...counts, ...more };
  const left = counts.rejected - reasons.length;
  const text = [...reasons, ...(left > 0 ? [`and ${left} more`] : []), asLines(result)].join('\n');
  return { result, text, ok: counts.rejected === 0 };
}

const ofTheRecords = new Set<string>(['INVALID_FIELD', 'MISSING_FIELD']);

type Payload = Parameters<Operator['importRecords']>[0];

/**
 * Imports records together. After a refusal, which stores nothing, tries each half, until only the refused records are left. Throws when
 * nothing can be imported.
 */
export async function importAll(records: readonly RecordLine[], operator: Operator): Promise<Rejected[]> {
  const [first, ...others] = records;
  if (!first) return [];
  try {
    await operator.importRecords(payloadOf(records));
    return [];
  } catch (error) {
    if (!(error instanceof FunctionError) || !ofTheRecords.has(error.code)) throw error;
    if (others.length === 0) return [{ number: first.number, reason: error.message, text: first.text }];
    const middle = Math.ceil(records.length / 2);
    // One after the other: of several records with one id the last wins.
    const refused = await importAll(records.slice(0, middle), operator);
    return [...refused, ...(await importAll(records.slice(middle), operator))];
  }
}

/** Each has been read by the schema of its kind. */
function payloadOf(records: readonly RecordLine[]): Payload {
  const of = (type: RecordLine['type']) => records.filter((each) => each.type === type).map(({ record }) => record);
  return { sites: of('site'), customers: of('customer'), products: of('product') } as Payload;
}
