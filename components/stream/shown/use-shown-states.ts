import { useSyncExternalStore } from 'react';
import { pictures } from '@/components/preview/use-picture';
import { useContactLostSince } from '@/lib/browser/data/use-server-contact';
import type { StreamJson } from '@/lib/contracts/streams';
import { type ShownState, shownState } from './shown-state';

/** What is said of each of these cameras where no figures are shown beside it, in their order. */
export function useShownStates(streams: readonly StreamJson[]): ShownState[] {
  const hasContact = useContactLostSince() === null;
  useSyncExternalStore(
    pictures.subscribe,
    () => pictures.changeCount,
    () => 0,
  );
  return streams.map(({ id, attributes }) =>
    shownState(attributes, { hasContact, picture: pictures.get(id), sample: undefined, isSampleOld: false }),
  );
}
