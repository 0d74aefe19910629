'use client';

import { formatClock } from '@/lib/browser/page/format-time';
import { useNow } from '@/lib/browser/page/use-now';

/** The time of day, to the second, in 12 or 24 hours as the user's language has it. */
export function WallClock() {
  const now = useNow();
  return (
    <time dateTime={now.toISOString()} className="px-2 font-medium font-mono text-md">
      {formatClock(now)}
    </time>
  );
}
