/**
 * What a run has begun, in a file beside the cards' own, so that a run that died can continue. It holds the run's API key, because
 * idempotency keys count per API key.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import * as journals from '../journal.ts';
import { earlier } from './age.ts';

const run = z.object({
  /** Where the cards are issued: a store on a target. */
  into: z.string(),
  /** Of the file, in hexadecimal. */
  sha256: z.string(),
  /** The file that the codes go to, as a whole path. */
  codes: z.string(),
  mail: z.boolean(),
  key_id: z.string(),
  api_key: z.string(),
});

/** What a run was begun with. */
type Run = z.output<typeof run>;

const finished = z.object({
  ...z.omit(run, { key_id: true, api_key: true }).shape,
  finished_at: z.string(),
  cards: z.int(),
});

/** A run that is done: its key is gone. */
export type Finished = z.output<typeof finished>;

const note = z.union([
  /** Lines that may be issued from now on. */
  z.object({ begun: z.array(z.int()), at: z.string() }),
  z.object({ refused: z.int(), reason: z.string() }),
  /** The API key for what is begun from now on. */
  z.object({ key_id: z.string(), api_key: z.string() }),
]);

type Entry = z.output<typeof note>;

/** What was begun with, and what stands so far. */
export interface Journal {
  run: Run;
  /** By line, when it was begun first: a run that asks for it again does not make its reply be kept any longer. */
  begun: Map<number, string>;
  refused: Map<number, string>;
}

export const journalOf = (file: string): string => `${file}.issue`;

/** The journal of a file; undefined where there is none yet. Throws where it cannot be read as one. */
export async function readJournal(file: string): Promise<Journal | Finished | undefined> {
  if (!existsSync(journalOf(file))) return undefined;
  const head = await journals.headOf(journalOf(file));
  const ended = finished.safeParse(head);
  if (ended.success) return ended.data;
  const opened = run.safeParse(head);
  if (!opened.success) throw new Error(`${journalOf(file)} is no journal of gift cards that are being issued`);
  const journal: Journal = { run: opened.data, begun: new Map(), refused: new Map() };
  for await (const line of journals.readLines(journalOf(file))) {
    // The last line of a run that died may be cut: nothing that it announces was begun.
    const { data } = note.safeParse(line);
    if (data) enter(journal, data);
  }
  return journal;
}

function enter(journal: Journal, entry: Entry): void {
  if ('refused' in entry) journal.refused.set(entry.refused, entry.reason);
  else if ('begun' in entry) {
    for (const line of entry.begun) journal.begun.set(line, earlier(journal.begun.get(line) ?? entry.at, entry.at));
  } else journal.run = { ...journal.run, ...entry };
}

/** Begins a journal, which only its owner can read. */
export const beginJournal = (file: string, opened: Run): Promise<void> => journals.begin(journalOf(file), opened);

/** Ends it: no key stays behind. */
export const endJournal = (file: string, ended: Finished): Promise<void> => journals.begin(journalOf(file), ended);

export const removeJournal = (file: string): Promise<void> => rm(journalOf(file));

/** Adds to a journal, also as it is in memory; what has been noted is on the disk. */
export interface Notes {
  begin(lines: readonly number[], at: string): Promise<void>;
  refuse(line: number, reason: string): Promise<void>;
  useKey(key: Pick<Run, 'key_id' | 'api_key'>): Promise<void>;
  close(): Promise<void>;
}

export async function openNotes(file: string, journal: Journal): Promise<Notes> {
  const steps = await journals.resume(journalOf(file));
  const add = async (entry: Entry) => {
    await steps.add(entry);
    enter(journal, entry);
  };
  return {
    begin: (begun, at) => add({ begun: [...begun], at }),
    refuse: (refused, reason) => add({ refused, reason }),
    useKey: ({ key_id, api_key }) => add({ key_id, api_key }),
    close: steps.close,
  };
}
