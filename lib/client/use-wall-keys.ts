import { useEffect, useEffectEvent } from 'react';
import { readWallKey, type WallKey } from './wall-key';

/** Keys belong to what is typed in and to what lies over the wall before they belong to the wall. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null;

/** Hears the keys of the multiview. */
export function useWallKeys(onKey: (key: WallKey) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = isElsewhere(event.target) ? null : readWallKey(event);
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
