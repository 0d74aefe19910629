/** Counts who wants something, by key: wanted as long as anybody does. */
export class Claims {
  readonly #counts = new Map<string, number>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** @returns a function that gives the claim back */
  claim(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#onChange();
    return () => {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
      this.#onChange();
    };
  }

  has(key: string): boolean {
    return this.#counts.has(key);
  }
}
