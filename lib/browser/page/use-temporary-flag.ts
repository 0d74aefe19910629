import { useCallback, useEffect, useState } from 'react';

const durationMs = 1_500;

/** A flag that is true for 1.5 s, for notices such as 'Copied!'. @returns the flag, and a function that raises it */
export function useTemporaryFlag(): [isRaised: boolean, raise: () => void] {
  const [raisedAtMs, setRaisedAtMs] = useState(0);
  useEffect(() => {
    if (raisedAtMs === 0) return;
    const timer = setTimeout(() => setRaisedAtMs(0), durationMs);
    return () => clearTimeout(timer);
  }, [raisedAtMs]);
  return [raisedAtMs > 0, useCallback(() => setRaisedAtMs(performance.now()), [])];
}
