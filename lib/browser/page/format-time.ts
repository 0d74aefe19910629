import { isTimeZone } from '@/lib/core/time-zone';

const clockFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in the user's locale, with the date unless it is today. */
export function formatTime(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? clockFormat : dateTimeFormat).format(date);
}

/** A time of day to the second, in 12 or 24 hours as the user's language has it. @param at a number: ms since 1970 */
export const formatClock = (at: Date | number): string => clockFormat.format(at);

/** The format of each zone that was asked for; null where this browser does not know it. */
const zoneFormats = new Map<string, Intl.DateTimeFormat | null>();

/**
 * The time of day in another time zone, to the second.
 * @returns null where this browser's clock shows the same, or does not know the zone
 */
export function formatClockIn(at: Date, timeZone: string): string | null {
  if (!zoneFormats.has(timeZone)) {
    const isKnown = isTimeZone(timeZone);
    zoneFormats.set(timeZone, isKnown ? new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone }) : null);
  }
  const shown = zoneFormats.get(timeZone)?.format(at) ?? null;
  return shown === formatClock(at) ? null : shown;
}

/** A day and the time to the minute, for lists. @param at a number: ms since 1970 */
export const formatDayAndTime = (at: Date | number): string => dayAndTimeFormat.format(at);
