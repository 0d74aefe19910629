/** Counts references by key: a key is held while it has at least one. */
export class ReferenceCounts {
  readonly #counts = new Map<string, number>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Adds a reference. @returns a function that releases it */
  acquire(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#onChange();
    return () => {
      const count = (this.#counts.get(key) ?? 1) - 1;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
      this.#onChange();
    };
  }

  has(key: string): boolean {
    return this.#counts.has(key);
  }
}
