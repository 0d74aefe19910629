import { useMutation } from '@tanstack/react-query';
import { type ActionDispatch, useEffect, useRef, useState } from 'react';
import { toastFailure } from '@/components/controls/toast-failure';
import { api } from '@/lib/browser/api/api-client';
import { usePresets } from '@/lib/browser/data/use-presets';
import type { Arrangement } from '@/lib/contracts/arrangement';
import type { ArrangedCameras } from '../arranged-cameras';
import { presetOfAddress } from '../multiview-address';
import type { MultiviewAction, MultiviewState } from '../multiview-state';

/**
 * The action that shows what a preset or a director has arranged.
 * @param ids the streams that there are: one that was deleted cannot fill the page
 */
export function recallAction({ layout, order, hides_off, solo }: Arrangement, ids: readonly string[]): MultiviewAction {
  const soloId = solo !== null && ids.includes(solo) ? solo : null;
  return { type: 'recall', arrangement: { layout, order, hidesOff: hides_off }, soloId };
}

interface SharedArrangementOptions {
  eventId: string;
  multiview: MultiviewState;
  arranged: ArrangedCameras;
  /** The director's arrangement; null until something was shown. */
  directed: Arrangement | null;
  /** Whether the event's cameras are loaded. */
  isLoaded: boolean;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/**
 * Shows the preset that the page's address names, once it opens. A multiview that directs shows its arrangement on all
 * that follow; one that follows shows the director's.
 * @returns the arrangement of this multiview
 */
export function useSharedArrangement(options: SharedArrangementOptions): Arrangement {
  const { eventId, multiview, arranged, directed, isLoaded, dispatch } = options;
  const { layout, hidesOff: hides_off, hand } = multiview;
  const own: Arrangement = { layout, order: arranged.allIds, hides_off, solo: arranged.fullId };
  useAddressPreset(eventId, arranged.allIds, dispatch);
  const { mutate } = useMutation({
    mutationFn: (next: Arrangement) =>
      api('PUT /events/{id}/multiview', { params: { id: eventId }, body: { multiview: next } }),
    // One after another, so that the last one stays.
    scope: { id: `multiview ${eventId}` },
    onError: toastFailure('Error', 'The other multiviews could not be changed'),
  });
  // As texts: an arrangement that is equal changes nothing.
  const ownText = hand === 'direct' && isLoaded ? JSON.stringify(own) : '';
  const directedText = hand === 'follow' && isLoaded && directed ? JSON.stringify(directed) : '';
  const idsText = arranged.allIds.toSorted().join(' ');
  useEffect(() => {
    if (ownText) mutate(JSON.parse(ownText) as Arrangement);
  }, [ownText, mutate]);
  useEffect(() => {
    if (directedText) dispatch(recallAction(JSON.parse(directedText) as Arrangement, idsText.split(' ')));
  }, [directedText, idsText, dispatch]);
  return own;
}

/** Recalls the preset that the page's address names when it opens, once presets and cameras are loaded. */
function useAddressPreset(eventId: string, ids: readonly string[], dispatch: ActionDispatch<[MultiviewAction]>): void {
  const { data: presets } = usePresets(eventId);
  const [presetId] = useState(() => presetOfAddress(window.location.search));
  const isRecalled = useRef(false);
  const preset = presets?.find(({ id }) => id === presetId);
  useEffect(() => {
    if (isRecalled.current || !preset || ids.length === 0) return;
    isRecalled.current = true;
    dispatch(recallAction(preset.attributes, ids));
  }, [preset, ids, dispatch]);
}
