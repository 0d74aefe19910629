import { useSyncExternalStore } from 'react';

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/**
 * The secret after `#` in the page's address, which browsers send to no server. Empty if there is none; null until the
 * browser has read the address.
 */
export const useLinkSecret = (): string | null =>
  useSyncExternalStore(
    onHashChange,
    () => location.hash.slice(1),
    () => null,
  );
