import { useEffect, useState } from 'react';

/** Whether there has been no pointer or keyboard input for `afterMs`. */
export function useIdle(afterMs: number): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onInput = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), afterMs);
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) window.addEventListener(event, onInput);
    onInput();
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, onInput);
    };
  }, [afterMs]);
  return idle;
}
