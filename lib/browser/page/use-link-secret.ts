import { useSyncExternalStore } from 'react';

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/**
 * The secret in the page's address, after `#`, which browsers send to no server; empty where there is none, and null until
 * the page is read in the browser.
 */
export const useLinkSecret = (): string | null =>
  useSyncExternalStore(
    onHashChange,
    () => location.hash.slice(1),
    () => null,
  );
