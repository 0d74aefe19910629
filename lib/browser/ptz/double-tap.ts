interface Tap {
  x: number;
  y: number;
  atMs: number;
}

/** A press that is held longer is no tap. */
const maxTapMs = 300;
/** Two taps further apart, in time or place, are two things. */
const maxPauseMs = 400;
const maxApartPx = 30;

const distance = (one: Tap, other: Tap): number => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Finds double clicks and double taps. Browsers on phones send no `dblclick` where a surface has taken over touch.
 */
export class DoubleTap {
  #down: Tap | null = null;
  #last: Tap | null = null;

  press(at: Tap): void {
    this.#down = at;
  }

  /** The press has become a drag, or was cancelled. */
  forget(): void {
    this.#down = null;
    this.#last = null;
  }

  /** @returns whether this release completes a double tap */
  release(at: Tap): boolean {
    const down = this.#down;
    const last = this.#last;
    this.forget();
    if (!down || at.atMs - down.atMs > maxTapMs) return false;
    if (last && down.atMs - last.atMs < maxPauseMs && distance(at, last) < maxApartPx) return true;
    this.#last = at;
    return false;
  }
}
