/** A map for what a warm function remembers: rather than outgrow its size it forgets the entry that was set first. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #atMost: number;

  constructor(atMost: number) {
    super();
    this.#atMost = atMost;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    const [oldest] = this.keys();
    if (this.size >= this.#atMost && oldest !== undefined) this.delete(oldest);
    return super.set(key, value);
  }
}
