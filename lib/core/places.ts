export interface PlacesOptions {
  /** The maximum of all keys together. */
  max?: number;
  maxOfKey: number;
}

/** How many may be at something at once: in all, and of one key, such as a network, so that no key takes them all. */
export class Places {
  readonly #max: number;
  readonly #maxOfKey: number;
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor({ max = Number.POSITIVE_INFINITY, maxOfKey }: PlacesOptions) {
    this.#max = max;
    this.#maxOfKey = maxOfKey;
  }

  /** Whether there is no place left for any key. */
  get isFull(): boolean {
    return this.#total >= this.#max;
  }

  /** How many a key has. */
  countOf(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  /** @returns whether there was a place; whoever has taken one is to {@link free} it */
  take(key: string): boolean {
    const taken = this.#taken.get(key) ?? 0;
    if (this.isFull || taken >= this.#maxOfKey) return false;
    this.#taken.set(key, taken + 1);
    this.#total++;
    return true;
  }

  free(key: string): void {
    const left = (this.#taken.get(key) ?? 0) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
    this.#total--;
  }
}
