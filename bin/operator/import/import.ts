/** Imports files: sites, customers and products in JSON Lines, or what a shop moves in with. */
import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { UsageError } from '../../command-line/options.ts';
import { linesOf, parsedJson } from '../../command-line/text.ts';
import { asLines, type Outcome, type Session } from '../command.ts';
import { importRows } from '../files/importer.ts';
import { hashOf, Journal, targetOf } from '../files/journal.ts';
import { type MoveIn, moveIn } from '../move-in/move-in.ts';
import {
  batching,
  batchOf,
  importAll,
  isTagged,
  nothingRead,
  type Position,
  type RecordLine,
  type Rejected,
  readLines,
} from './records.ts';
import { openRejects, type Rejects } from './rejects.ts';

/** `-` is standard input, which holds JSON Lines. */
export async function importFiles(given: MoveIn, session: Session): Promise<Outcome> {
  const { store, files, 'dry-run': isDry } = given;
  const ofRecords = await Promise.all(files.map(async (file) => given.as === undefined && (await holdsRecords(file))));
  if (!ofRecords.includes(true)) return moveIn(given, session);
  const [file = '', other] = files;
  if (other !== undefined) throw new UsageError('Import a file of sites, customers and products separately');
  return importRecords({ store, file, 'dry-run': isDry }, session);
}

/** Decided by its first line, or by its name where that is not JSON. */
async function holdsRecords(file: string): Promise<boolean> {
  if (file === '-') return true;
  const line = await firstLineOf(file);
  // An array is refused with what to do.
  if (line.startsWith('[')) return false;
  const first = parsedJson(line);
  return typeof first === 'object' && first !== null ? isTagged(first) : file.endsWith('.jsonl');
}

async function firstLineOf(file: string): Promise<string> {
  for await (const { bytes } of linesOf(createReadStream(file, { end: 1_048_575 }))) {
    const line = bytes.toString().replace(/^\ufeff/, '');
    if (line.trim() !== '') return line;
  }
  return '';
}

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
async function importRecords({ store, file, 'dry-run': isDry }: Import, session: Session): Promise<Outcome> {
  const send = (records: readonly RecordLine[]) => importAll(records, session.operator(store));
  if (isDry) {
    const dry = { send: async () => [], keep: async () => {}, ...(await sourceOf(file, nothingRead())) };
    const { text, ...dried } = outcome(await importLines(dry, session.show), {});
    return { ...dried, text: `${text}\nNothing was imported (--dry-run)` };
  }
  const isPiped = file === '-';
  const journal = isPiped ? undefined : new Journal(file, position);
  const into = targetOf(store, session);
  const start = journal?.exists() ? await readPosition(journal, file, into) : nothingRead();
  if (start.lines > 0) session.show(`Continuing after line ${start.lines}, where the last import ended`);
  const source = await sourceOf(file, start);
  const rejects = await openRejects(isPiped ? 'stdin' : file, start.lines);
  const keep = async (aside: readonly Rejected[], { bytes, lines, hash }: Position) => {
    await rejects.add(aside);
    await journal?.begin({ into, bytes, lines, sha256: digest(hash) });
  };
  const tally = await importLines({ send, keep, ...source }, session.show).finally(rejects.close);
  await journal?.remove();
  return outcome(tally, { continued_after_line: start.lines || null, ...rejectedLines(rejects, tally) });
}

const rejectedLines = ({ file }: Rejects, { rejected }: Tally) => (rejected > 0 ? { rejected_lines: file } : {});

/** How far an import has come: each committed batch replaces the only line of its journal. */
const position = {
  ending: '.position',
  head: z.object({
    /** Where the records go: a store on a target. */
    into: z.string(),
    bytes: z.int().check(z.gte(1)),
    lines: z.int(),
    /** SHA-256 of the committed bytes, in hexadecimal: they are not to change before the rest is imported. */
    sha256: z.string(),
  }),
  step: z.never(),
};

type PositionJournal = Journal<z.output<typeof position.head>, never>;

/** The committed position. Throws if it is another import's, or where the file has changed before it. */
async function readPosition(journal: PositionJournal, file: string, into: string): Promise<Position> {
  const beginAgain = `delete ${journal.name} to start again`;
  const head = await journal.head();
  if (!head) throw new Error(`${journal.name} is not a position file: ${beginAgain}`);
  const { bytes, lines, sha256 } = head;
  if (head.into !== into) throw new Error(`The last import went into ${head.into}: ${beginAgain}`);
  const hash = await hashOf(file, bytes);
  if (digest(hash) !== sha256) throw new Error(`The first ${lines} lines are imported and have changed: ${beginAgain}`);
  return { bytes, lines, hash };
}

const digest = (hash: Hash): string => hash.copy().digest('hex');

interface Source {
  source: AsyncIterable<Buffer>;
  start: Position;
  /** Bytes of all of it, where that is known. */
  size: number | undefined;
}

async function sourceOf(file: string, start: Position): Promise<Source> {
  if (file === '-') return { source: process.stdin, start, size: undefined };
  const { size } = await stat(file);
  return { source: createReadStream(file, { start: start.bytes }), start, size };
}

interface Steps extends Source {
  /** Imports the records of a batch; those that are refused. */
  send(records: readonly RecordLine[]): Promise<Rejected[]>;
  /** Keeps what a batch has come to, once its records are imported. */
  keep(aside: readonly Rejected[], end: Position): Promise<void>;
}

interface Tally {
  sites: number;
  customers: number;
  products: number;
  rejected: number;
  lines: number;
  /** The first lines that are rejected. */
  first: Rejected[];
}

/** The number of rejected lines that `--json` shows. */
const rowsKept = 100;

const rowsShown = 20;

async function importLines({ source, start, size, send, keep }: Steps, show: Session['show']): Promise<Tally> {
  const tally: Tally = { sites: 0, customers: 0, products: 0, rejected: 0, lines: start.lines, first: [] };
  await importRows(readLines(source, start), {
    ...batching,
    async send(lines) {
      const { records, rejected, end } = batchOf(lines);
      const aside = [...rejected, ...(await send(records))].toSorted((a, b) => a.number - b.number);
      return { records, aside, end };
    },
    async keep({ records, aside, end }) {
      await keep(aside, end);
      count(tally, records, aside);
      tally.lines = end.lines;
      const part = size ? `, ${Math.floor((100 * end.bytes) / size)} %` : '';
      show(`${tally.lines} lines read${part}${tally.rejected > 0 ? `, ${tally.rejected} rejected` : ''}`);
    },
  });
  return tally;
}

function count(tally: Tally, records: readonly RecordLine[], aside: readonly Rejected[]): void {
  const numbers = new Set(aside.map(({ number }) => number));
  for (const { type } of records.filter(({ number }) => !numbers.has(number))) tally[`${type}s`] += 1;
  tally.rejected += aside.length;
  tally.first.push(...aside.slice(0, rowsKept - tally.first.length));
}

function outcome({ first, ...counts }: Tally, more: object): Outcome {
  const reasons = first.slice(0, rowsShown).map(({ number, reason }) => `line ${number}: ${reason}`);
  const left = counts.rejected - reasons.length;
  const text = [...reasons, ...(left > 0 ? [`and ${left} more`] : []), asLines({ ...counts, ...more })].join('\n');
  const refused_rows = first.map(({ number: line, reason }) => ({ line, reason }));
  return { result: { ...counts, ...more, refused_rows }, text, ok: counts.rejected === 0 };
}
