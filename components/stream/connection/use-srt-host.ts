import { useProduct } from '@/components/shell/product';
import type { SrtHost } from './connection-strings';
import { useHostname } from './use-hostname';

/** Where cameras and players reach the gateway: the host of this page, and the operator's ports. */
export function useSrtHost(): SrtHost {
  const { ingestPort, viewPort } = useProduct();
  return { hostname: useHostname(), ingestPort, viewPort };
}
