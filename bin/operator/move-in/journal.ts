/**
 * How far the import of a file has come: a run that died is continued, and its report is whole. The journal holds no code and nothing about
 * a person.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { Journal } from '../files/journal.ts';

/** The outcomes of records, and how many rows held them. */
const tally = z.object({
  rows: z.int(),
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});

export type Tally = z.output<typeof tally>;

const refusedRow = z.object({
  line: z.int(),
  column: z.string(),
  rule: z.string(),
  /** The end of the gift card's code. */
  code: z.optional(z.string()),
});

/** A record that was not imported: where it is, and why. */
export type RefusedRow = z.output<typeof refusedRow>;

/** What some rows have come to. */
const step = z.object({ tally, refused: z.array(refusedRow) });

export type Step = z.output<typeof step>;

/** What an import was started with: another one starts from the first row. That is safe: nothing is imported twice. */
const settings = z.object({ into: z.string(), sha256: z.string(), options: z.string() });

/** `run` names the import: a run that continues it sends the same calls again. The previous release wrote none. */
const head = z.extend(settings, { run: z.optional(z.string()) });

type Settings = z.output<typeof settings>;
type Head = z.output<typeof head>;

export type FileJournal = Journal<Head, Step>;

export const nothing: Tally = { rows: 0, imported: 0, updated: 0, unchanged: 0, refused: 0 };

export const sumOf = (one: Tally, other: Tally): Tally => ({
  rows: one.rows + other.rows,
  imported: one.imported + other.imported,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
});

export interface OpenedJournal {
  journal: FileJournal;
  /** What earlier runs have done. */
  done: Tally;
  run: string | undefined;
}

/** The journal of a file, which continues that of a run that began with the same. */
export async function openJournal(file: string, settings: Settings): Promise<OpenedJournal> {
  const journal = new Journal(file, { ending: '.import', head, step });
  const { run, ...earlier } = (await journal.head()) ?? {};
  if (JSON.stringify(earlier) !== JSON.stringify(settings)) {
    const made = { ...settings, run: randomUUID() };
    await journal.begin(made);
    return { journal, done: nothing, run: made.run };
  }
  let done = nothing;
  for await (const made of journal.steps()) done = sumOf(done, made.tally);
  return { journal, done, run };
}
