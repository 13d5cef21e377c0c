/**
 * What a run that issues gift cards has started, and when, so that a run that died can continue. The journal holds the run's API key,
 * because idempotency keys count per API key.
 */
import { uptime } from 'node:os';
import * as z from 'zod/mini';
import { Journal } from '../files/journal.ts';

const run = z.object({
  /** Where the cards are issued: a store on a target. */
  into: z.string(),
  /** Of the file, in hexadecimal. */
  sha256: z.string(),
  /** The file that the codes go to, as a whole path. */
  codes: z.string(),
  mail: z.boolean(),
  /** Whether amounts are decimals; absent in runs of earlier releases, which had none. */
  decimal: z.optional(z.boolean()),
  key_id: z.string(),
  api_key: z.string(),
});

/** What a run was started with. */
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
  /** The API key for cards started from now on. */
  z.object({ key_id: z.string(), api_key: z.string() }),
]);

type Note = z.output<typeof note>;

export const journalOf = (file: string) => new Journal<Run | Finished, Note>(file, kind);

const kind = { ending: '.issue', head: z.union([finished, run]), step: note };

/** The journal of a run that is not done. Each method returns when the disk has what it adds. */
export class RunJournal {
  run: Run;
  /** By line, when it was first started: a run that asks for it again does not extend how long its reply is kept. */
  readonly started = new Map<number, string>();
  readonly refused = new Map<number, string>();
  readonly #journal: ReturnType<typeof journalOf>;

  constructor(file: string, opened: Run) {
    this.run = opened;
    this.#journal = journalOf(file);
  }

  /** Begins a journal of a file in place of any that there is. */
  static async begin(file: string, opened: Run): Promise<RunJournal> {
    await journalOf(file).begin(opened);
    return new RunJournal(file, opened);
  }

  /** The journal of a file; undefined if missing. Throws if it cannot be read as one. */
  static async read(file: string): Promise<RunJournal | Finished | undefined> {
    const journal = journalOf(file);
    if (!journal.exists()) return undefined;
    const head = await journal.head();
    if (!head) throw new Error(`${journal.name} is not a journal of gift cards`);
    if ('finished_at' in head) return head;
    const read = new RunJournal(file, head);
    for await (const entry of journal.steps()) read.#enter(entry);
    return read;
  }

  async begin(lines: readonly number[], at: string): Promise<void> {
    await this.#add({ begun: [...lines], at });
  }

  async refuse(line: number, reason: string): Promise<void> {
    await this.#add({ refused: line, reason });
  }

  async useKey({ key_id, api_key }: Pick<Run, 'key_id' | 'api_key'>): Promise<void> {
    await this.#add({ key_id, api_key });
  }

  async #add(entry: Note): Promise<void> {
    await this.#journal.add(entry);
    this.#enter(entry);
  }

  #enter(entry: Note): void {
    if ('refused' in entry) this.refused.set(entry.refused, entry.reason);
    else if ('begun' in entry) {
      for (const line of entry.begun) this.started.set(line, earlier(this.started.get(line) ?? entry.at, entry.at));
    } else this.run = { ...this.run, ...entry };
  }

  async close(): Promise<void> {
    await this.#journal.close();
  }
}

/** Milliseconds since 1970. */
export type Clock = () => number;

/** A clock that runs while the machine sleeps, and never goes back when the machine's time is set. */
export function steadyClock(time: Clock = Date.now, upSeconds: () => number = uptime): Clock {
  const startedAt = time() - upSeconds() * 1000;
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    latest = Math.max(latest, time(), startedAt + upSeconds() * 1000);
    return latest;
  };
}

/**
 * Milliseconds after its first request in which a line may be asked for again. The service keeps a reply for 24 hours after its commit:
 * until then the same request gets the same card, later it would issue another one.
 */
const keptMilliseconds = 23 * 3_600_000;

/** By which an earlier run's time may be ahead of this one's: clocks are corrected a little all the time. */
const correctedMilliseconds = 300_000;

/** Whether the outcome of a line is no longer known. If the machine's time was set back, a line's age is unknown. */
export const isForgotten = (startedAt: string | undefined, now: number): boolean => {
  const age = now - Date.parse(startedAt ?? '');
  return !(age < keptMilliseconds && age > -correctedMilliseconds);
};

/** The earlier one of two times. */
export const earlier = (a: string, b: string): string => (Date.parse(b) < Date.parse(a) ? b : a);
