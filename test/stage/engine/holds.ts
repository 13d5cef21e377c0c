/** What is held while it is written: items by transactions, objects by those who write them on a condition. */
export class Holds {
  readonly #held = new Set<string>();

  isHeld(name: string): boolean {
    return this.#held.has(name);
  }

  /** Answers how they are let go again. */
  hold(names: readonly string[]): () => void {
    for (const name of names) this.#held.add(name);
    return () => {
      for (const name of names) this.#held.delete(name);
    };
  }
}
