import { useEffect, useState } from 'react';

/**
 * Whether nobody has moved a pointer, touched the screen or pressed Tab for `afterMs`; other keys act without what shows
 * on input. The tap that ends it does nothing else: a finger cannot see what it will press before.
 */
export function useIdle(afterMs: number): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isIdle = false;
    let isRevealingTap = false;
    const change = (next: boolean) => {
      isIdle = next;
      setIdle(next);
    };
    const onInput = (event?: Event) => {
      change(false);
      clearTimeout(timer);
      // A button of the bar may be held for longer.
      const isHeld = event instanceof PointerEvent && event.buttons > 0;
      if (!isHeld) timer = setTimeout(() => change(true), afterMs);
    };
    const onPointerDown = (event: PointerEvent) => {
      isRevealingTap = isIdle && event.pointerType === 'touch';
      onInput(event);
    };
    const onClick = (event: MouseEvent) => {
      if (!isRevealingTap) return;
      isRevealingTap = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') onInput();
    };
    const moves = ['pointermove', 'pointerup', 'pointercancel'];
    for (const type of moves) window.addEventListener(type, onInput);
    window.addEventListener('pointerdown', onPointerDown);
    window.addEventListener('click', onClick, { capture: true });
    window.addEventListener('keydown', onKeyDown);
    onInput();
    return () => {
      clearTimeout(timer);
      for (const type of moves) window.removeEventListener(type, onInput);
      window.removeEventListener('pointerdown', onPointerDown);
      window.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [afterMs]);
  return idle;
}
