import { useSyncExternalStore } from 'react';
import { pictures } from '@/components/preview/use-picture';
import { useContactLostSince } from '@/lib/browser/cable/use-server-contact';
import type { StreamJson } from '@/lib/contracts/streams';
import { shownState } from './shown-state';

/** How many of these cameras are shown as live; 0 without contact with the server. */
export function useLiveCount(streams: StreamJson[]): number {
  const hasContact = useContactLostSince() === null;
  const count = () =>
    streams.filter(({ id, attributes }) => {
      const evidence = { hasContact, picture: pictures.get(id), sample: undefined, isSampleOld: false };
      const { tone } = shownState(attributes, evidence);
      return tone === 'live' || tone === 'degraded';
    }).length;
  return useSyncExternalStore(pictures.subscribe, count, count);
}
