/** Number of failed calls that are remembered. */
const remembered = 1000;

/**
 * Idempotency keys of calls that failed, by request: the same request that is made again gets the same key, so that it takes effect once.
 * The service knows a key for 24 hours. After that, it is as good as a new one.
 */
export class FailedCalls {
  readonly #keys = new Map<string, string>();

  /** The key of an earlier failed call with this request, which is forgotten; undefined without one. */
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
