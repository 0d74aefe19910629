/** The rates that people choose. */
export const playbackRates = [0.25, 0.5, 1, 2, 4, 8] as const;

/** The one clock that all videos of a page follow: where it is in the show, and how fast it goes. */
export class PlaybackClock {
  readonly #now: () => number;
  #listeners = new Set<() => void>();
  #positionMs: number;
  #sinceMs: number;
  #rate = 1;
  #isPlaying = false;
  /** Counts the jumps, so that a video knows of each. A pause is one, for the exact frame of its moment. */
  #jumps = 0;

  /** @param positionMs milliseconds since 1970. @param now a clock in milliseconds */
  constructor(positionMs: number, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#positionMs = positionMs;
    this.#sinceMs = now();
  }

  /** Milliseconds since 1970. */
  get positionMs(): number {
    const elapsedMs = this.#isPlaying ? (this.#now() - this.#sinceMs) * this.#rate : 0;
    return this.#positionMs + elapsedMs;
  }

  /** Below zero it runs backward. */
  get rate(): number {
    return this.#rate;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get jumps(): number {
    return this.#jumps;
  }

  play(): void {
    this.#change(() => {
      this.#isPlaying = true;
    });
  }

  pause(): void {
    this.#change(() => {
      if (this.#isPlaying) this.#jumps++;
      this.#isPlaying = false;
    });
  }

  setRate(rate: number): void {
    this.#change(() => {
      this.#rate = rate;
    });
  }

  jumpTo(positionMs: number): void {
    this.#change(() => {
      this.#positionMs = positionMs;
      this.#jumps++;
    });
  }

  /** @returns what ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(change: () => void): void {
    this.#positionMs = this.positionMs;
    this.#sinceMs = this.#now();
    change();
    for (const listener of this.#listeners) listener();
  }
}
