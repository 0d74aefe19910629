import { formatCount } from '@/lib/browser/page/format-count';
import { formatClock, formatDayAndTime } from '@/lib/browser/page/format-time';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A figure with its unit, or a dash where nothing was measured. */
export function figureWords(value: number | null, unit = '', decimals = 0): string {
  if (value === null) return '–';
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', digits) + (unit === '' ? '' : `\u00a0${unit}`);
}

/** Seconds as a counter such as 1:02:03. */
export const lengthWords = (seconds: number): string => formatCount(Math.round(seconds));

/** A count with its noun: 1 outage, 3 outages. */
export const countWords = (count: number, noun: string): string =>
  `${whole.format(count)} ${count === 1 ? noun : `${noun}s`}`;

/** Kilobits per second as megabits, which people read more easily. */
export const megabitWords = (kbps: number | null): string =>
  kbps === null ? '–' : (kbps / 1_000).toFixed(kbps < 10_000 ? 2 : 1);

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'short', year: 'numeric' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** When a show was, such as Friday 1 May 2026, 20:00 to 22:30. */
export function showWords(startsAt: string, endsAt: string): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const isOneDay = day.format(start) === day.format(end);
  return `${day.format(start)}, ${time.format(start)} to ${isOneDay ? '' : `${day.format(end)}, `}${time.format(end)}`;
}

/** A show in a list. */
export const beginWords = (startsAt: string): string => formatDayAndTime(new Date(startsAt));

/** A moment's time of day, to the second. */
export const momentWords = (at: string): string => formatClock(new Date(at));

/** A moment's time of day, to the minute. */
export const clockWords = (ms: number): string => time.format(ms);
