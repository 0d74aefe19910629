import { useSyncExternalStore } from 'react';
import { pictures } from '@/components/preview/use-picture';
import { useContactLostSince } from '@/lib/browser/data/use-server-contact';
import type { StreamJson } from '@/lib/contracts/streams';
import { type ShownState, shownState } from './shown-state';

/**
 * Summarizes the shown states of these cameras, for places without figures. Renders again only when the summary changes,
 * and not with each second of a picture that is missing.
 * @param summarize gets the states in the cameras' order
 */
export function useShownSummary<Summary extends string | number | boolean>(
  streams: readonly StreamJson[],
  summarize: (states: ShownState[]) => Summary,
): Summary {
  const hasContact = useContactLostSince() === null;
  const read = () =>
    summarize(
      streams.map(({ id, attributes }) =>
        shownState(attributes, { hasContact, picture: pictures.get(id), sample: undefined, isSampleOld: false }),
      ),
    );
  return useSyncExternalStore(pictures.subscribe, read, read);
}
