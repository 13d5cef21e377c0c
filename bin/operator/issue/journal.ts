/**
 * What a run that issues gift cards has begun, beside its file, so that the same run goes on when it has died. It holds the API
 * key that the run has made: requests are told apart by their keys only for one and the same API key.
 */
import { existsSync } from 'node:fs';
import { type FileHandle, readFile, rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import { parsedJson } from '../../command-line/json.ts';
import { appendToPrivate, replacePrivate } from '../../command-line/private-file.ts';

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
]);

export interface Journal {
  run: Run;
  /** By line, when it was begun last. */
  begun: Map<number, string>;
  refused: Map<number, string>;
}

export const journalOf = (file: string): string => `${file}.issue`;

/** The journal of a file; undefined where there is none yet. Throws where it cannot be read as one. */
export async function readJournal(file: string): Promise<Journal | Finished | undefined> {
  if (!existsSync(journalOf(file))) return undefined;
  const [head, ...lines] = (await readFile(journalOf(file), 'utf8')).split('\n').map(parsedJson);
  const ended = finished.safeParse(head);
  if (ended.success) return ended.data;
  const opened = run.safeParse(head);
  if (!opened.success) throw new Error(`${journalOf(file)} is no journal of gift cards that are being issued`);
  const journal: Journal = { run: opened.data, begun: new Map(), refused: new Map() };
  for (const line of lines) {
    // The last line of a run that died may be cut: nothing that it announces was begun.
    const { data } = note.safeParse(line);
    if (data && 'begun' in data) for (const number of data.begun) journal.begun.set(number, data.at);
    else if (data) journal.refused.set(data.refused, data.reason);
  }
  return journal;
}

/** Begins a journal, which only its owner can read. */
export async function beginJournal(file: string, opened: Run): Promise<void> {
  await replace(file, opened);
}

/** Ends it: no key stays behind. */
export async function endJournal(file: string, ended: Finished): Promise<void> {
  await replace(file, ended);
}

export const removeJournal = (file: string): Promise<void> => rm(journalOf(file));

/** As a whole, so that an interruption leaves what was or what is to be. */
const replace = (file: string, head: Run | Finished): Promise<void> =>
  replacePrivate(journalOf(file), (handle) => append(handle, `${JSON.stringify(head)}\n`));

/** Adds to the journal; what has been noted is on the disk. */
interface Notes {
  begin(lines: readonly number[]): Promise<void>;
  refuse(line: number, reason: string): Promise<void>;
  close(): Promise<void>;
}

export async function openNotes(file: string): Promise<Notes> {
  const handle = await appendToPrivate(journalOf(file));
  // What a run that died has left half written ends here.
  await handle.appendFile('\n');
  const add = (entry: z.output<typeof note>) => append(handle, `${JSON.stringify(entry)}\n`);
  return {
    begin: (begun) => add({ begun: [...begun], at: new Date().toISOString() }),
    refuse: (refused, reason) => add({ refused, reason }),
    close: () => handle.close(),
  };
}

/** Returns when it is on the disk. */
export async function append(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text);
  await handle.datasync();
}
