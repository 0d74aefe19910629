const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in the user's locale, with the date unless it is today. */
export function formatTime(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeFormat : dateTimeFormat).format(date);
}
