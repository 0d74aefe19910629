import type { EventTimes } from '@/lib/browser/data/use-events';

/** The times of a form with {@link TimeFields}; an empty field is a time that is not known. */
export const readTimes = (form: FormData): EventTimes => ({
  starts_at: fromField(form.get('starts_at')),
  ends_at: fromField(form.get('ends_at')),
});

/** The time of a field of date and time; null where it is empty. */
export const fromField = (value: FormDataEntryValue | null): string | null =>
  typeof value === 'string' && value !== '' ? new Date(value).toISOString() : null;

/** A time as a field of date and time has it: in the user's time zone, to the minute, without saying which. */
export function toField(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  // ISO 8601 is UTC, so the clock is moved to where the user's shows the same.
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When an event is, such as “Fri 1 May, 19:00 – 21:30”, as the user's language and time zone write it. Null where it is not known. */
export function timesWords({ starts_at, ends_at }: EventTimes): string | null {
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  if (starts_at !== null && ends_at !== null) return format.formatRange(new Date(starts_at), new Date(ends_at));
  if (starts_at !== null) return `From ${format.format(new Date(starts_at))}`;
  return ends_at === null ? null : `Until ${format.format(new Date(ends_at))}`;
}
