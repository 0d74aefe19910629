/** A second digit within this time belongs to the first. */
const secondDigitMs = 800;

interface Typed {
  number: number;
  atMs: number;
}

/**
 * Numbers of one or two digits. The first digit counts at once, and the second one corrects it, so that nobody waits
 * where there are more than nine cameras.
 */
export class TypedNumber {
  #last: Typed | null = null;

  /**
   * @param most the highest number there is
   * @param nowMs of any steady clock
   * @returns the number, and whether it corrects the one before; null where there is none
   */
  add(digit: number, most: number, nowMs: number): { number: number; isCorrection: boolean } | null {
    const last = this.#last;
    this.#last = null;
    if (last && nowMs - last.atMs <= secondDigitMs && last.number * 10 + digit <= most)
      return { number: last.number * 10 + digit, isCorrection: true };
    if (digit === 0 || digit > most) return null;
    this.#last = { number: digit, atMs: nowMs };
    return { number: digit, isCorrection: false };
  }
}
