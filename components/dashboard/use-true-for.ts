import { useEffect, useState } from 'react';

/** Whether a condition has been true for at least `durationMs`, without a break. */
export function useTrueFor(condition: boolean, durationMs: number): boolean {
  const [isReached, setIsReached] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setIsReached(true), durationMs);
    return () => {
      clearTimeout(timer);
      setIsReached(false);
    };
  }, [condition, durationMs]);
  return isReached;
}
