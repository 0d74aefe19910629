import { useCallback, useSyncExternalStore } from 'react';
import { useProduct } from '@/components/shell/product';
import { useLanAddresses } from '@/lib/browser/data/use-lan-addresses';
import { rtmpAddress, type SrtHost } from './connection-strings';

const storageKey = 'sl_srt_host';
const neverChanges = () => () => undefined;
const subscribe = (listener: () => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/** Whether a host name is of the machine itself, so that no other machine finds it by that name. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname) || hostname.endsWith('.localhost');

/**
 * Where encoders and players reach the gateway: the operator's host, else that of this page, and the operator's ports. A
 * page opened on localhost may choose one of the machine's addresses in local networks, for all cameras.
 */
export function useSrtHost(): SrtHost {
  const { srtHost, ingestPort, viewPort } = useProduct();
  const { pageHost, lanAddresses, chosen } = useHostChoice();
  const ownHost = chosen && lanAddresses.includes(chosen) ? chosen : pageHost;
  return { hostname: srtHost ?? ownHost, ingestPort, viewPort };
}

/** The hosts to choose from, and a function that chooses one. */
export function useHostChoice() {
  const pageHost = useSyncExternalStore(
    neverChanges,
    () => location.hostname,
    // The server cannot know the host that the page is loaded from.
    () => '',
  );
  const chosen = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey),
    () => null,
  );
  const lanAddresses = useLanAddresses(isLoopbackHost(pageHost)).data ?? [];
  const choose = useCallback((hostname: string) => {
    localStorage.setItem(storageKey, hostname);
    // Browsers notify only the other tabs.
    dispatchEvent(new StorageEvent('storage', { key: storageKey }));
  }, []);
  return { pageHost, lanAddresses, chosen, choose };
}

/** That of {@link rtmpAddress}. */
export function useRtmpAddress(): string {
  const { hostname } = useSrtHost();
  const { rtmpPort } = useProduct();
  return rtmpAddress(hostname, rtmpPort);
}

/** The address at which this web server takes a camera by WHIP. @param streamKey publishes */
export function useWhipAddress(streamKey: string): string {
  const { lanAddresses, chosen } = useHostChoice();
  const origin = useSyncExternalStore(
    neverChanges,
    () => location.origin,
    // The server cannot know the origin that the page is loaded from.
    () => '',
  );
  return `${originFor(origin, chosen !== null && lanAddresses.includes(chosen) ? chosen : null)}/whip/${streamKey}`;
}

/** @param lanAddress that a page opened on localhost has chosen for its cameras */
function originFor(origin: string, lanAddress: string | null): string {
  if (!URL.canParse(origin) || lanAddress === null) return origin;
  const { protocol, hostname, port } = new URL(origin);
  return isLoopbackHost(hostname) ? `${protocol}//${lanAddress}${port === '' ? '' : `:${port}`}` : origin;
}
