const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A time in the user's own way of writing it, with the day only where it is not today. */
export function shortTime(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? timeFormat : dateTimeFormat).format(date);
}
