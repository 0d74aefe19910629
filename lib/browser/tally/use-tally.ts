import { createContext, useContext, useSyncExternalStore } from 'react';
import type { TallyState } from '@/lib/core/tally';
import { useCable, useIsCableConnected } from '../data/use-cable';
import { useContactLostSince } from '../data/use-server-contact';
import { TallyStore } from './tally-store';

/** The page's tally. */
export const TallyContext = createContext(new TallyStore());

/** Keeps the page's tally current by the server's messages. */
export function useLiveTally(store: TallyStore): void {
  useCable({ name: 'TallyChannel' }, { onMessage: (message) => store.apply(message) });
}

/**
 * Whether a camera is on air or next; null if no tally source covers it. Unknown without contact to the server, because
 * the last state may be outdated.
 */
export function useTally(streamId: string): TallyState | null {
  const store = useContext(TallyContext);
  const hears = useHearsTally();
  const state = useSyncExternalStore(
    store.subscribe,
    () => store.stateOf(streamId),
    () => null,
  );
  return state === null || hears ? state : 'unknown';
}

/** Whether tally arrives at the page now. */
export function useHearsTally(): boolean {
  const hasContact = useContactLostSince() === null;
  const isConnected = useIsCableConnected();
  return hasContact && isConnected;
}
