import { useEffect, useState } from 'react';

/** Whether `isWaiting` has been true for longer than `limitMs`, as seen by this page. */
export function useTrueFor(isWaiting: boolean, limitMs: number): boolean {
  const [isOverdue, setIsOverdue] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsOverdue(true), limitMs);
    return () => {
      clearTimeout(timer);
      setIsOverdue(false);
    };
  }, [isWaiting, limitMs]);
  return isOverdue;
}
