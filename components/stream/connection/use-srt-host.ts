import { useSyncExternalStore } from 'react';
import { useProduct } from '@/components/shell/product';
import type { SrtHost } from './connection-strings';

/** Where encoders and players reach the gateway: the host of this page, and the operator's ports. */
export function useSrtHost(): SrtHost {
  const { ingestPort, viewPort } = useProduct();
  const hostname = useSyncExternalStore(
    neverChanges,
    () => location.hostname,
    // The server cannot know the host that the page is loaded from.
    () => '',
  );
  return { hostname, ingestPort, viewPort };
}

const neverChanges = () => () => undefined;
