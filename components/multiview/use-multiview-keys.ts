import { useEffect, useEffectEvent } from 'react';
import { type MultiviewKey, readMultiviewKey } from './multiview-key';

/** Keys belong to what is typed in and to what lies over the multiview before they belong to the multiview. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null;

/** Hears the keys of the multiview. */
export function useMultiviewKeys(onKey: (key: MultiviewKey) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = isElsewhere(event.target) ? null : readMultiviewKey(event);
    if (!key) return;
    // Arrows would scroll the page.
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
