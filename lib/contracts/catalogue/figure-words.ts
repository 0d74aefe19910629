const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A figure as people write it: 1,234 or 1,234.5 or −6. */
export const figureWords = (value: number, decimals: 0 | 1 = 0): string =>
  (decimals === 0 ? whole : tenths).format(value).replace('-', '−');

/** A count with its noun: 1 outage, 3 outages, 3 people. */
export const countWords = (count: number, noun: string, plural = `${noun}s`): string =>
  `${figureWords(count)} ${count === 1 ? noun : plural}`;

/** A duration in its two largest units: 12 s, 3 min 5 s, 2 h 3 min. */
export function durationWords(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
