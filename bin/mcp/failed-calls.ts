/** Number of failed calls that are remembered. */
const remembered = 1000;

/**
 * Idempotency keys of failed calls, by request: a repeated request gets the same key, so that it takes effect once.
 * The service knows a key for 24 hours. After that, the key counts as new.
 */
export class FailedCalls {
  readonly #keys = new Map<string, string>();

  /** Removes and returns the key of an earlier failed call with this request, or undefined. */
  take(request: string): string | undefined {
    const key = this.#keys.get(request);
    this.#keys.delete(request);
    return key;
  }

  keep(request: string, key: string): void {
    this.#keys.set(request, key);
    for (const oldest of [...this.#keys.keys()].slice(0, -remembered)) this.#keys.delete(oldest);
  }
}
