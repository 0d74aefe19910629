/** A second digit within this time belongs to the first. */
const secondDigitMs = 800;

interface Typed {
  number: number;
  atMs: number;
}

/**
 * Camera numbers of one or two digits. The first digit counts at once, and the second one corrects it, so that nobody
 * waits where numbers go beyond nine.
 */
export class TypedNumber {
  #last: Typed | null = null;

  /**
   * @param exists whether a camera has the number
   * @param nowMs of any steady clock
   * @returns the number, and whether it corrects the one before; null where no camera has it
   */
  add(
    digit: number,
    exists: (number: number) => boolean,
    nowMs: number,
  ): { number: number; isCorrection: boolean } | null {
    const last = this.#last;
    this.#last = null;
    if (last && nowMs - last.atMs <= secondDigitMs) {
      const number = last.number * 10 + digit;
      if (exists(number)) return { number, isCorrection: exists(last.number) };
    }
    if (digit === 0) return null;
    this.#last = { number: digit, atMs: nowMs };
    return exists(digit) ? { number: digit, isCorrection: false } : null;
  }
}
