import { useEffect, useEffectEvent } from 'react';
import { type MultiviewKey, readMultiviewKey } from './multiview-keys';

/** Whether a form field or a dialog gets the key instead of the multiview. */
const isForOthers = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Calls back for each key of the multiview. */
export function useMultiviewKeys(onKey: (key: MultiviewKey) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = isForOthers(event.target) ? null : readMultiviewKey(event);
    if (!key) return;
    // Arrow keys would scroll the page.
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
