import { useEffect, useState, useSyncExternalStore } from 'react';

/** The rates that people choose. */
export const playbackRates = [0.25, 0.5, 1, 2, 4, 8] as const;

/** A video that takes longer to get to a new place is not waited for. */
const maxHoldMs = 500;

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
  /** Those that are on their way to where the clock has jumped. */
  readonly #holders = new Set<object>();

  /** @param positionMs milliseconds since 1970. @param now a clock in milliseconds */
  constructor(positionMs: number, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#positionMs = positionMs;
    this.#sinceMs = now();
  }

  /** Milliseconds since 1970. */
  get positionMs(): number {
    const elapsedMs = this.#isPlaying ? Math.max(0, this.#now() - this.#sinceMs) * this.#rate : 0;
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

  /** Whether it stands until all have got to where it has jumped. */
  get isHeld(): boolean {
    return this.#now() < this.#sinceMs;
  }

  /** Keeps the clock at the place of a jump, for a video that is told of it and has to get there. */
  hold(holder: object): void {
    if (this.isHeld) this.#holders.add(holder);
  }

  /** Lets the clock go on, once nobody else holds it. */
  release(holder: object): void {
    if (this.#holders.delete(holder) && this.#holders.size === 0 && this.isHeld) this.#change(() => undefined);
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
      if (this.#isPlaying) this.#sinceMs += maxHoldMs;
    });
    if (this.#holders.size === 0) this.#sinceMs = this.#now();
  }

  /** @returns what ends the subscription */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(change: () => void): void {
    this.#positionMs = this.positionMs;
    this.#sinceMs = this.#now();
    this.#holders.clear();
    change();
    for (const listener of this.#listeners) listener();
  }
}

const shownIntervalMs = 100;

/** A clock for a page, and what it shows: anew at each change, and ten times a second while it plays. */
export function usePlaybackClock(startMs: number) {
  const [clock] = useState(() => new PlaybackClock(startMs));
  const isPlaying = useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => clock.isPlaying,
    () => false,
  );
  const rate = useSyncExternalStore(
    (listener) => clock.subscribe(listener),
    () => clock.rate,
    () => 1,
  );
  const [positionMs, setPositionMs] = useState(startMs);
  useEffect(() => {
    const show = () => setPositionMs(clock.positionMs);
    const unsubscribe = clock.subscribe(show);
    const timer = isPlaying ? setInterval(show, shownIntervalMs) : undefined;
    show();
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }, [clock, isPlaying]);
  return { clock, isPlaying, rate, positionMs };
}
