import { hourMs } from '@/lib/core/durations';
import { SelectField } from './field';

const lifetimes = [
  { hours: 1, text: '1 hour' },
  { hours: 12, text: '12 hours' },
  { hours: 24, text: '1 day' },
  { hours: 24 * 7, text: '1 week' },
  { hours: 24 * 30, text: '30 days' },
];
const fieldName = 'hours';

/** The choice of how long a new link opens. */
export const LinkLifetime = () => (
  <SelectField label="Open for" name={fieldName} defaultValue={24}>
    {lifetimes.map(({ hours, text }) => (
      <option key={hours} value={hours}>
        {text}
      </option>
    ))}
  </SelectField>
);

/** When a link of a form with a {@link LinkLifetime} expires, as the API takes it. */
export const linkExpiryOf = (form: FormData): string =>
  new Date(Date.now() + Number(form.get(fieldName)) * hourMs).toISOString();
