/**
 * How far the import of a file has come, in a file beside it: a run that died is continued, and its report is whole. It holds no code and
 * nothing about a person.
 */
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import * as journals from '../journal.ts';

/** What became of records, and how many rows held them. */
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

/** What an import was begun with: another one starts from the first row, which is safe, since nothing is imported twice. */
const head = z.object({ into: z.string(), sha256: z.string(), options: z.string() });

type Head = z.output<typeof head>;

export const nothing: Tally = { rows: 0, imported: 0, updated: 0, unchanged: 0, refused: 0 };

export const sumOf = (one: Tally, other: Tally): Tally => ({
  rows: one.rows + other.rows,
  imported: one.imported + other.imported,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
});

export interface Journal {
  /** What has been done by now. */
  done: Tally;
  /** Returns when it is on the disk. */
  add(step: Step): Promise<void>;
  /** All that were refused, in the order of their lines within each step. */
  refused(): AsyncIterable<RefusedRow>;
  close(): Promise<void>;
  /** Once all is done: the next run starts from the first row. */
  remove(): Promise<void>;
}

const nameOf = (file: string): string => `${file}.import`;

/** Opens the journal of a file, and continues that of a run which was begun with the same. */
export async function openJournal(file: string, begun: Head): Promise<Journal> {
  const name = nameOf(file);
  const done = await readDone(name, begun);
  const journal = { done: done ?? nothing };
  if (!done) await journals.begin(name, begun);
  const steps = await journals.resume(name);
  return Object.assign(journal, {
    async add(made: Step) {
      await steps.add(made);
      journal.done = sumOf(journal.done, made.tally);
    },
    async *refused() {
      for await (const { refused } of stepsOf(name)) yield* refused;
    },
    close: steps.close,
    remove: () => rm(name, { force: true }),
  });
}

/** Undefined where there is none of the same beginning. */
async function readDone(name: string, begun: Head): Promise<Tally | undefined> {
  const { data } = head.safeParse(await journals.headOf(name));
  if (JSON.stringify(data) !== JSON.stringify(begun)) return undefined;
  let done = nothing;
  for await (const made of stepsOf(name)) done = sumOf(done, made.tally);
  return done;
}

async function* stepsOf(name: string): AsyncGenerator<Step> {
  for await (const line of journals.readLines(name)) {
    const { data } = step.safeParse(line);
    if (data) yield data;
  }
}
