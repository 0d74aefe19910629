'use client';

import { useNow } from '@/lib/browser/page/use-now';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { countdownAt } from './countdown';

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
