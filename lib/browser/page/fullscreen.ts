import { type RefObject, useEffect, useState } from 'react';

/** Shows an element fullscreen, or ends fullscreen. Does nothing where the browser refuses. */
export async function toggleFullscreen(element: Element): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await element.requestFullscreen();
  } catch {
    // Not allowed, for example in an iframe or on an iPhone: the page stays as it is.
  }
}

/** Shows an element fullscreen and holds the device's present orientation, or ends both. */
export async function holdScreen(element: Element): Promise<void> {
  await toggleFullscreen(element);
  if (!document.fullscreenElement) return;
  try {
    await screen.orientation.lock(screen.orientation.type);
  } catch {
    // Chrome on Android alone can; elsewhere the person holds it.
  }
}

/** Whether an element is shown fullscreen. */
export function useIsFullscreen(ref: RefObject<Element | null>): boolean {
  const [isFullscreen, setFullscreen] = useState(false);
  useEffect(() => {
    const update = () => setFullscreen(ref.current !== null && document.fullscreenElement === ref.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [ref]);
  return isFullscreen;
}
