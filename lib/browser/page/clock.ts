import { useEffect, useState } from 'react';
import { secondMs } from '@/lib/core/durations';

/** The time by this machine's clock, at each new second. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 1_000 - now.getMilliseconds());
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** Whole seconds since a time of the server's, or of this page's `performance.now()`, at each new second; 0 for null. */
export function useElapsedSeconds(since: string | number | null): number {
  const [seconds, setSeconds] = useState(() => wholeSeconds(elapsedMs(since)));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = () => {
      const ms = elapsedMs(since);
      setSeconds(wholeSeconds(ms));
      if (since !== null) timer = setTimeout(show, secondMs - (ms % secondMs));
    };
    show();
    return () => clearTimeout(timer);
  }, [since]);
  return seconds;
}

const wholeSeconds = (ms: number): number => Math.floor(ms / secondMs);

function elapsedMs(since: string | number | null): number {
  if (since === null) return 0;
  const ms = typeof since === 'number' ? performance.now() - since : Date.now() - Date.parse(since);
  return Math.max(0, ms);
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
