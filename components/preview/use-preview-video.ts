import { type ComponentType, useEffect, useState } from 'react';
import { backoffMs } from '@/lib/core/backoff';
import type { PreviewVideoProps } from './preview-video';

type PreviewVideo = ComponentType<PreviewVideoProps>;

const retry = { firstMs: 1_000, capMs: 5_000 };
let loaded: PreviewVideo | null = null;

/** Loads the component that shows video, and LiveKit's client with it. */
export async function loadPreviewVideo(): Promise<PreviewVideo> {
  loaded ??= (await loadWithRetries(() => import('./preview-video'))).PreviewVideo;
  return loaded;
}

/**
 * The component that shows video, loaded once it is needed; null until then. Not React's `lazy`, which delays what it has
 * loaded by up to 300 ms against layout shifts, and would delay the first frame.
 */
export function usePreviewVideo(isNeeded: boolean): PreviewVideo | null {
  const [, setIsLoaded] = useState(loaded !== null);
  useEffect(() => {
    if (isNeeded && !loaded) void loadPreviewVideo().then(() => setIsLoaded(true));
  }, [isNeeded]);
  return loaded;
}

/** Loads a part of the page, again and again until it succeeds: the server may be restarting. */
async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, retry)));
    }
  }
}
