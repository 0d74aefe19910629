const msPerMinute = 60_000;

/** A moment as an input of the type datetime-local has it, in the user's time zone and to the second. */
export function toLocalTime(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * msPerMinute;
  return new Date(ms - offsetMs).toISOString().slice(0, 19);
}

/**
 * The moment of such an input, in milliseconds since 1970.
 * @param shownMs counts where the text still says that, since it is more exact
 */
export const fromLocalTime = (text: string, shownMs: number): number =>
  text === toLocalTime(shownMs) ? shownMs : new Date(text).getTime();
