import { useCallback, useSyncExternalStore } from 'react';
import { useProduct } from '@/components/shell/product';
import { useLanAddresses } from '@/lib/browser/data/use-lan-addresses';
import type { SrtHost } from './connection-strings';

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
