import { useEffect, useEffectEvent } from 'react';
import { latinLetterOf } from '@/lib/browser/page/latin-letter';

/** Whether the key is typed into something instead. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Calls back when a letter's key is pressed and released. A page that loses the keyboard counts as released. */
export function useHeldKey(letter: string, onHold: (isHeld: boolean) => void): void {
  const hold = useEffectEvent(onHold);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const isKey = (event: KeyboardEvent) => latinLetterOf(event) === letter;
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, repeat, target } = event;
      if (isKey(event) && !ctrlKey && !metaKey && !altKey && !repeat && !isTyping(target)) hold(true);
    };
    document.addEventListener('keydown', onKeyDown, { signal });
    document.addEventListener('keyup', (event) => isKey(event) && hold(false), { signal });
    window.addEventListener('blur', () => hold(false), { signal });
    return () => {
      over.abort();
      hold(false);
    };
  }, [letter]);
}
