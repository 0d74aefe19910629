import { useSyncExternalStore } from 'react';
import { pictures } from '@/components/preview/use-picture';
import { useContactLostSince } from '@/lib/browser/data/use-server-contact';
import type { StreamJson } from '@/lib/contracts/streams';
import { type ShownState, shownState } from './shown-state';

/** The shown states of these cameras, in their order, for places without figures. */
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
