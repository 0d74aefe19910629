'use client';

import { QuietAlarms } from '@/components/stream/alarms/quiet-alarms';
import { useNow } from '@/lib/browser/page/clock';
import { useEventClock } from '@/lib/browser/page/event-clock';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { dayMs, secondMs } from '@/lib/core/durations';

/** A multiview's countdown for its event. */
interface Countdown {
  words: 'Starts in' | 'On for' | 'Ends in' | 'Over by';
  /** Such as 1:05:09, or 2 d 1:05:09. */
  time: string;
}

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

/**
 * The time of day where the event is, as time code has it, in 12 or 24 hours as the user's language has it. Its place stands
 * beside it where this screen is in another zone.
 */
export function Clock() {
  const now = useNow();
  const clock = useEventClock();
  const place = clock.placeAt(now);
  return (
    <time dateTime={now.toISOString()} className="px-2 font-medium font-mono text-md whitespace-nowrap">
      {clock.toSecond(now)}
      {place ? <span className="ml-2 font-sans text-muted text-sm">{place}</span> : null}
    </time>
  );
}

/** How long until the event starts or ends, by this machine's clock; nothing where that is not known. */
export function EventCountdown({ event }: { event: EventSummaryJson }) {
  const now = useNow();
  const { starts_at, ends_at } = event.attributes;
  const countdown = countdownAt(now.getTime(), { startsAtMs: msOf(starts_at), endsAtMs: msOf(ends_at) });
  if (!countdown) return null;
  return (
    <p role="timer" data-testid="countdown" className="flex items-baseline gap-1.5 px-2 whitespace-nowrap">
      <span className="text-muted text-sm">{countdown.words}</span>{' '}
      <span className="font-medium font-mono text-md">{countdown.time}</span>
    </p>
  );
}

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** The clock and the event's countdown below the tiles. @param props.event undefined while it is loaded */
export const PinnedClock = ({ event }: { event: EventSummaryJson | undefined }) => (
  <div data-testid="pinned-clock" className="flex h-10 shrink-0 items-center justify-center">
    <Clock />
    {event ? <EventCountdown event={event} /> : null}
    <QuietAlarms event={event} />
  </div>
);
