import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ServerContact } from './server-contact';

/** The page's contact with the server; null while signed out. */
export const ServerContactContext = createContext<ServerContact | null>(null);

const neverChanges = () => () => undefined;

/** Since when the server is not heard, by `performance.now()`; null while it is. */
export function useContactLostSince(): number | null {
  const contact = useContext(ServerContactContext);
  return useSyncExternalStore(
    contact?.subscribe ?? neverChanges,
    () => contact?.lostSinceMs ?? null,
    () => null,
  );
}
