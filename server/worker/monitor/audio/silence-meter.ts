import { silenceLevelsDbfs } from '@/lib/contracts/alarms/alarm-kinds';

/** How long the audio has not exceeded each level that users may choose as silence. */
export class SilenceMeter {
  readonly #now: () => number;
  #aboveAtMs: number[] = [];

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.restart();
  }

  /** The audio begins, or begins again: silence counts from here. */
  restart(): void {
    this.#aboveAtMs = silenceLevelsDbfs.map(() => this.#now());
  }

  /** @param dbfs the highest sample of the latest audio */
  addPeak(dbfs: number): void {
    for (const [index, level] of silenceLevelsDbfs.entries()) {
      if (dbfs >= level) this.#aboveAtMs[index] = this.#now();
    }
  }

  /** For each of {@link silenceLevelsDbfs}, the seconds since the audio was as loud. */
  get seconds(): number[] {
    const nowMs = this.#now();
    return this.#aboveAtMs.map((atMs) => (nowMs - atMs) / 1000);
  }
}
