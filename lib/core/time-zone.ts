/** The zone of events from before they had one. */
export const utc = 'UTC';

/** Whether a text names a time zone of the IANA database that this machine knows. */
export function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** How far a zone's clocks are ahead of UTC at a moment, in microseconds. @throws RangeError for an unknown zone */
export function utcOffsetUs(timeZone: string, wallUs: number): number {
  const wallMs = Math.floor(wallUs / 1e6) * 1_000;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(wallMs).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return (localMs - wallMs) * 1_000;
}

/** A moment by the clock on a zone's walls, in microseconds since 1970. */
export const localUsOf = (wallUs: number, timeZone: string): number => wallUs + utcOffsetUs(timeZone, wallUs);

/** The moment at which a zone's clocks show a time, in microseconds since 1970. */
export function wallUsOf(localUs: number, timeZone: string): number {
  const nearUs = localUs - utcOffsetUs(timeZone, localUs);
  return localUs - utcOffsetUs(timeZone, nearUs);
}
