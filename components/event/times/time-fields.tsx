import { Field } from '@/components/controls/field';
import type { EventTimes } from '@/lib/browser/data/use-events';
import { toField } from './event-times';

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
