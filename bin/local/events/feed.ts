/** The last lines of a continuing feed, also after a restart, and its listeners. */
import * as z from 'zod/mini';
import { type AttemptMade, attempts } from '../../../lib/delivery/post.ts';
import { Journal } from '../journal.ts';

const kept = 10_000;

export class Feed<Line> {
  readonly #journal: Journal<Line>;
  readonly #lines: Line[];
  readonly #listeners = new Set<(line: Line) => unknown>();
  /** How many lines the journal has. */
  #written = 0;

  /** `file` keeps what is listed over a restart. */
  constructor(file: string | undefined, line: z.ZodMiniType<Line>) {
    this.#journal = new Journal(file, line);
    this.#lines = this.#journal.read().slice(-kept);
    this.#tidy();
  }

  /** The last 10,000, oldest first. */
  lines(): readonly Line[] {
    return this.#lines;
  }

  add(line: Line): void {
    this.#lines.push(line);
    if (this.#lines.length > kept) this.#lines.shift();
    this.#journal.add(line);
    this.#written += 1;
    if (this.#written >= 2 * kept) this.#tidy();
    for (const listener of this.#listeners) listener(line);
  }

  /** Calls `listener` for each line from now on, until the answer is called. */
  listen(listener: (line: Line) => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tidy(): void {
    this.#journal.keepOnly(this.#lines);
    this.#written = this.#lines.length;
  }
}

const attemptMade: z.ZodMiniType<AttemptMade> = z.object({
  store_id: z.string(),
  webhook_id: z.string(),
  event_id: z.string(),
  attempt: z.int(),
  at: z.string(),
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  next_at: z.nullable(z.string()),
});

/** The attempts of deliveries to webhooks that this server has made. `file` keeps what is listed over a restart. */
export function followDeliveries(file?: string): Feed<AttemptMade> {
  const feed = new Feed(file, attemptMade);
  attempts.subscribe((attempt) => feed.add(attempt as AttemptMade));
  return feed;
}
