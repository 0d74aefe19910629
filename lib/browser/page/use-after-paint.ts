import { startTransition, useEffect, useState } from 'react';

/** Calls back right after the page's next paint. @returns calls it off */
export function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The animation frame comes before the paint, its timer right after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * The value of the last paint; a new value follows once the page has been painted with everything else that changed with
 * it. For what is expensive to render: a deferred value alone would render in the same frame as the response to a press.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(() => value))), [value]);
  return painted;
}
