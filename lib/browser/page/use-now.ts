import { useEffect, useState } from 'react';

/** The time by this machine's clock, at each new second. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 1_000 - now.getMilliseconds());
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
