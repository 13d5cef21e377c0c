/** The attempts of deliveries to webhooks that this server has made. */
import * as z from 'zod/mini';
import { type AttemptMade, attempts } from '../../../lib/delivery/attempts.ts';
import { Journal } from '../journal.ts';

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

const kept = 10_000;

export class LocalDeliveries {
  readonly #journal: Journal<AttemptMade>;
  readonly #attempts: AttemptMade[];
  readonly #listeners = new Set<(attempt: AttemptMade) => unknown>();

  /** `file` keeps what is listed over a restart. */
  constructor(file?: string) {
    this.#journal = new Journal(file, attemptMade);
    this.#attempts = this.#journal.read().slice(-kept);
    this.#journal.keepOnly(this.#attempts);
    attempts.subscribe((attempt) => this.#take(attempt as AttemptMade));
  }

  /** The last 10,000, oldest first. */
  attempts(): readonly AttemptMade[] {
    return this.#attempts;
  }

  /** Calls `listener` for each attempt from now on, until the answer is called. */
  listen(listener: (attempt: AttemptMade) => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(attempt: AttemptMade): void {
    this.#attempts.push(attempt);
    if (this.#attempts.length > kept) this.#attempts.shift();
    this.#journal.add(attempt);
    for (const listener of this.#listeners) listener(attempt);
  }
}
