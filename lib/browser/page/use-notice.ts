import { useCallback, useEffect, useState } from 'react';

const noticeMs = 1_500;

/** A notice such as 'Copied!' that goes away by itself after 1.5 s. @returns whether it shows, and a function that shows it */
export function useNotice(): [shown: boolean, show: () => void] {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (shownAt === null) return;
    const timer = setTimeout(() => setShownAt(null), noticeMs);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return [shownAt !== null, useCallback(() => setShownAt(performance.now()), [])];
}
