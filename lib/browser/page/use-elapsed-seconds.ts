import { useEffect, useState } from 'react';

const secondsSince = (since: string | null): number =>
  since === null ? 0 : Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1_000));

/** Whole seconds since a time of the server's, once a second; 0 for null. */
export function useElapsedSeconds(since: string | null): number {
  const [seconds, setSeconds] = useState(() => secondsSince(since));
  useEffect(() => {
    setSeconds(secondsSince(since));
    if (since === null) return;
    const timer = setInterval(() => setSeconds(secondsSince(since)), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
