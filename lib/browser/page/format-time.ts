const clockFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in the user's locale, with the date unless it is today. */
export function formatTime(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? clockFormat : dateTimeFormat).format(date);
}

/** A time of day to the second, in 12 or 24 hours as the user's language has it. @param at a number: ms since 1970 */
export const formatClock = (at: Date | number): string => clockFormat.format(at);
