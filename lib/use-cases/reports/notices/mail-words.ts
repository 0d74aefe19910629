import { webEnv } from '@/lib/platform/env/web-env';

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const wholes = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A moment such as 28 November 2026 at 20:00, by the clock of a time zone. */
export const moment = (at: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at));

/** A day such as 28 November 2026, in UTC. */
export const dayWords = (day: Date): string => days.format(day);

/** A count such as 1,204. */
export const whole = (value: number): string => wholes.format(value);

/** A figure such as 1,204.5. */
export const decimal = (value: number): string => decimals.format(value);

/** Says why an owner gets an e-mail. */
export const ownersReason = (organizationName: string): string =>
  `You get this because you are an owner of ${organizationName} at ${webEnv().PRODUCT_NAME}.`;
