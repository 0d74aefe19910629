import { startTransition, useEffect, useState } from 'react';

/**
 * A value as it was at the last paint; a new one is handed on once the page has been painted with what else came with it.
 * For what is dear to draw: a deferred value alone would be drawn within the same frame as the answer to the press.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Before the paint, and right after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(() => value)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted;
}
