import type { EventClock } from '@/lib/browser/page/event-clock';
import { formatCount } from '@/lib/browser/page/format-count';

/** A figure with its unit, or a dash where nothing was measured. */
export function figureWords(value: number | null, unit = '', decimals = 0): string {
  if (value === null) return '–';
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString('en', digits) + (unit === '' ? '' : `\u00a0${unit}`);
}

/** Seconds as a counter such as 1:02:03. */
export const lengthWords = (seconds: number): string => formatCount(Math.round(seconds));

/** Kilobits per second as megabits, which people read more easily. */
export const megabitWords = (kbps: number | null): string =>
  kbps === null ? '–' : (kbps / 1_000).toFixed(kbps < 10_000 ? 2 : 1);

/** When a show was, such as Friday 1 May 2026, 20:00 to 22:30, by a clock that is named where the reader's is another. */
export function showWords(startsAt: string, endsAt: string, clock: EventClock): string {
  const { timeZone, toMinute } = clock;
  const date = { weekday: 'long', day: 'numeric', month: 'short', year: 'numeric', timeZone } as const;
  const day = new Intl.DateTimeFormat('en-GB', date);
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const isOneDay = day.format(start) === day.format(end);
  const place = clock.placeAt(start);
  const to = `${isOneDay ? '' : `${day.format(end)}, `}${toMinute(end)}`;
  return `${day.format(start)}, ${toMinute(start)} to ${to}${place ? `, ${place} time` : ''}`;
}
