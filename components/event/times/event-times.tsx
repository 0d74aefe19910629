import { Field, SelectField } from '@/components/controls/field';
import type { EventTimes } from '@/lib/browser/data/use-events';
import { minuteMs } from '@/lib/core/durations';

/** The times of a form with {@link TimeFields}; an empty field is a time that is not known. */
export const readTimes = (form: FormData): EventTimes => ({
  starts_at: fromField(form.get('starts_at')),
  ends_at: fromField(form.get('ends_at')),
});

/** The time zone of a form with {@link TimeZoneField}; nothing where it has none. */
export const readTimeZone = (form: FormData): { time_zone?: string } => {
  const zone = form.get('time_zone');
  return typeof zone === 'string' && zone !== '' ? { time_zone: zone } : {};
};

/** The time of a field of date and time; null where it is empty. */
export const fromField = (value: FormDataEntryValue | null): string | null =>
  typeof value === 'string' && value !== '' ? new Date(value).toISOString() : null;

/** A time as a field of date and time has it: in the user's time zone, to the minute, without saying which. */
export function toField(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  // ISO 8601 is UTC, so the clock is moved to where the user's shows the same.
  return new Date(date.getTime() - date.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
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

/** The fields of when an event starts and ends, both optional. @param props.times what they show at first */
export function TimeFields({ times }: { times?: EventTimes | undefined }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">Times</legend>
      <Field
        label="Starts (optional)"
        name="starts_at"
        type="datetime-local"
        defaultValue={toField(times?.starts_at ?? null)}
      />
      <Field
        label="Ends (optional)"
        name="ends_at"
        type="datetime-local"
        defaultValue={toField(times?.ends_at ?? null)}
      />
    </fieldset>
  );
}

/** The choice of an event's time zone, of all that the browser knows. @param props.timeZone the present one */
export function TimeZoneField({ timeZone }: { timeZone: string }) {
  const zones = new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <SelectField label="Time zone" name="time_zone" defaultValue={timeZone}>
      {[...zones].toSorted().map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  );
}
