import { type ComponentType, useEffect, useState } from 'react';
import { loadPersistently } from './load-persistently';
import type { PreviewVideoProps } from './preview-video';

type PreviewVideo = ComponentType<PreviewVideoProps>;

let loaded: PreviewVideo | null = null;

/** Fetches the component that draws pictures, which brings LiveKit's client with it. */
export async function loadPreviewVideo(): Promise<PreviewVideo> {
  loaded ??= (await loadPersistently(() => import('./preview-video'))).PreviewVideo;
  return loaded;
}

/**
 * The component that draws pictures, fetched once it is wanted; null until it is there. Not React's `lazy`: that shows
 * what it has loaded up to 300 ms later, so that content does not jump, and the first picture would wait.
 */
export function usePreviewVideo(isWanted: boolean): PreviewVideo | null {
  const [, setIsLoaded] = useState(loaded !== null);
  useEffect(() => {
    if (isWanted && !loaded) void loadPreviewVideo().then(() => setIsLoaded(true));
  }, [isWanted]);
  return loaded;
}
