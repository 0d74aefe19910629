import { useEffect, useEffectEvent } from 'react';

/** Enter and Space go to what the keyboard has gone to, such as a button; else they cut. */
function isForOthers({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  // A button that the mouse has pressed keeps the focus: it is not meant.
  return (
    target.closest('a, button, [tabindex]:not([data-tile])')?.matches(':focus-visible:not([data-chooses])') ?? false
  );
}

/**
 * Cuts by Enter and Space. They press no button then, not even on their way up.
 * @param cut null where nobody cuts here
 */
export function useCutKeys(cut: (() => void) | null): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isCut = event.key === 'Enter' || event.key === ' ';
    if (!cut || !isCut || event.ctrlKey || event.metaKey || event.altKey || isForOthers(event)) return;
    event.preventDefault();
    // A key that is held cuts once.
    if (event.type === 'keydown' && !event.repeat) cut();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', onKey);
    document.addEventListener('keyup', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keyup', onKey);
    };
  }, []);
}
