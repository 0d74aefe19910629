'use client';

import { useEffect, useState } from 'react';

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The time of day, to the second. */
export function WallClock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 1_000 - now.getMilliseconds());
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <time dateTime={now.toISOString()} className="px-2 font-medium font-mono text-md">
      {timeFormat.format(now)}
    </time>
  );
}
