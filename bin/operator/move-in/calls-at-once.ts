/** How many calls of an import are made at once: twice as many after each batch, until that is no longer faster. */

const first = 4;

/** A batch is faster than the last one from here on: less may be chance. */
const clearlyFaster = 1.2;

export class CallsAtOnce {
  readonly #most: number;
  #size: number;
  #isGrowing: boolean;
  /** Rows a second of the last batch. */
  #rate = 0;

  constructor(most: number) {
    this.#most = most;
    this.#size = Math.min(first, most);
    this.#isGrowing = this.#size < most;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes the rows a second of a batch into account. A service that throttles is slower, as its refusals are followed by pauses. */
  note(rate: number): void {
    if (!this.#isGrowing) return;
    const isFaster = rate > clearlyFaster * this.#rate;
    this.#rate = rate;
    this.#size = isFaster ? Math.min(2 * this.#size, this.#most) : Math.max(first, this.#size / 2);
    this.#isGrowing = isFaster && this.#size < this.#most;
  }
}
