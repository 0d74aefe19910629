/** References by key, each with a value: a key is held while it has at least one. */
export class References<Value = void> {
  readonly #references = new Map<string, Set<{ value: Value }>>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Adds a reference. @returns a function that releases it */
  acquire(key: string, value: Value): () => void {
    const reference = { value };
    const references = this.#references.get(key) ?? new Set();
    this.#references.set(key, references.add(reference));
    this.#onChange();
    return () => {
      if (references.delete(reference) && references.size === 0) this.#references.delete(key);
      this.#onChange();
    };
  }

  has(key: string): boolean {
    return this.#references.has(key);
  }

  values(key: string): Value[] {
    return [...(this.#references.get(key) ?? [])].map(({ value }) => value);
  }
}
