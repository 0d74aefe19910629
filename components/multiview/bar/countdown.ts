/** A wall's countdown for its event. */
export interface Countdown {
  words: 'Starts in' | 'On for' | 'Ends in' | 'Over by';
  /** Such as 1:05:09, or 2 d 1:05:09. */
  time: string;
}

const secondMs = 1_000;
const dayMs = 24 * 3_600 * secondMs;

/**
 * Counts down to an event's start, then to its end, then counts the overrun. Without an end it counts from the start.
 * All times are in milliseconds since 1970.
 * @returns null where no time is known, and a day after the last one
 */
export function countdownAt(
  nowMs: number,
  { startsAtMs, endsAtMs }: { startsAtMs: number | null; endsAtMs: number | null },
): Countdown | null {
  if (startsAtMs !== null && nowMs < startsAtMs) return { words: 'Starts in', time: lasting(startsAtMs - nowMs) };
  if (endsAtMs !== null && nowMs < endsAtMs) return { words: 'Ends in', time: lasting(endsAtMs - nowMs) };
  const lastMs = endsAtMs ?? startsAtMs;
  if (lastMs === null || nowMs - lastMs >= dayMs) return null;
  return { words: endsAtMs === null ? 'On for' : 'Over by', time: lasting(nowMs - lastMs) };
}

/** To the nearest second: a page's timer comes a few milliseconds after the full one. */
function lasting(ms: number): string {
  const seconds = Math.round(ms / secondMs);
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24];
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return `${days > 0 ? `${days} d ` : ''}${[hours, ...parts].join(':')}`;
}
