import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is shown on the whole screen. */
export function useIsFullscreen(ref: RefObject<Element | null>): boolean {
  const [isFullscreen, setFullscreen] = useState(false);
  useEffect(() => {
    const update = () => setFullscreen(ref.current !== null && document.fullscreenElement === ref.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [ref]);
  return isFullscreen;
}
