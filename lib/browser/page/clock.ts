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

/** Whether a value has been the same for `afterMs`. A value that is undefined is never old. */
export function useIsOld(value: object | undefined, afterMs: number): boolean {
  const [old, setOld] = useState<object | undefined>();
  useEffect(() => {
    const timer = setTimeout(() => setOld(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return value !== undefined && old === value;
}
