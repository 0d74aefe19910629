import { useEffect, useEffectEvent } from 'react';
import { isForOthers } from './multiview-keys';

/**
 * Whether the keyboard has gone to something that Enter and Space press, such as a button. One that the mouse has pressed keeps
 * the focus: it is not meant.
 */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, [tabindex]:not([data-tile])')?.matches(':focus-visible:not([data-chooses])') === true;

/**
 * Cuts by Enter and Space. They press no button then, not even on their way up.
 * @param cut null where nobody cuts here
 */
export function useCutKeys(cut: (() => void) | null): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isCut = (key === 'Enter' || key === ' ') && !ctrlKey && !metaKey && !altKey;
    if (!cut || !isCut || isForOthers(target) || isPressable(target)) return;
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
