import { useCallback, useEffect, useState } from 'react';

const durationMs = 1_500;

/** A flag that is true for 1.5 s, for notices such as 'Copied!'. @returns the flag, and a function that raises it */
export function useTemporaryFlag(): [isRaised: boolean, raise: () => void] {
  const [raisedAt, setRaisedAt] = useState<number | null>(null);
  useEffect(() => {
    if (raisedAt === null) return;
    const timer = setTimeout(() => setRaisedAt(null), durationMs);
    return () => clearTimeout(timer);
  }, [raisedAt]);
  return [raisedAt !== null, useCallback(() => setRaisedAt(performance.now()), [])];
}
