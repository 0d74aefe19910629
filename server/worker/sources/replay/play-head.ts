/** Where a clip is at each moment of the stream that shows it: it stands, or moves at a speed up to its end. */
export class PlayHead {
  readonly #beginMs: number;
  readonly #endMs: number;
  #positionMs: number;
  #sinceMs = 0;
  #speed = 0;

  /** It stands at first. @param positionMs in the clip's own time, as is its end */
  constructor(positionMs: number, endMs: number) {
    this.#positionMs = positionMs;
    this.#beginMs = positionMs;
    this.#endMs = Math.max(positionMs, endMs);
  }

  /** As a share of the clip's own; 0 while it stands. */
  get speed(): number {
    return this.#speed;
  }

  /** @param clockMs the stream's time @returns the clip's */
  positionAt(clockMs: number): number {
    return Math.min(this.#endMs, this.#positionMs + (clockMs - this.#sinceMs) * this.#speed);
  }

  isAtBeginning(clockMs: number): boolean {
    return this.positionAt(clockMs) === this.#beginMs;
  }

  isAtEnd(clockMs: number): boolean {
    return this.positionAt(clockMs) >= this.#endMs;
  }

  /** Goes on at another speed from a moment of the stream on. @param speed 0: stands */
  move(speed: number, clockMs: number): void {
    this.#positionMs = this.positionAt(clockMs);
    this.#sinceMs = clockMs;
    this.#speed = speed;
  }

  /** Leaves out a time of the clip. */
  skip(ms: number, clockMs: number): void {
    this.#positionMs = Math.min(this.#endMs, this.positionAt(clockMs) + ms);
    this.#sinceMs = clockMs;
  }
}
