'use client';

import { useNow } from '@/lib/browser/page/use-now';

const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The time of day, to the second, in 12 or 24 hours as the user's language has it. */
export function WallClock() {
  const now = useNow();
  return (
    <time dateTime={now.toISOString()} className="px-2 font-medium font-mono text-md">
      {timeFormat.format(now)}
    </time>
  );
}
