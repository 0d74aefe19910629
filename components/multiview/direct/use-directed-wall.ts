import { useMutation } from '@tanstack/react-query';
import { type ActionDispatch, useEffect } from 'react';
import { toast } from 'sonner';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';
import type { StreamJson } from '@/lib/contracts/streams';
import type { DirectedWall } from '@/lib/contracts/wall';
import type { Hand, MultiviewAction } from '../multiview-state';
import { recallAction } from '../presets/recall-action';

interface DirectedWallOptions {
  eventId: string;
  hand: Hand;
  /** The director's arrangement; null until something was shown. */
  directed: DirectedWall | null;
  /** The arrangement of this multiview. */
  own: DirectedWall;
  /** Undefined until they are loaded. */
  streams: readonly StreamJson[] | undefined;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** A multiview that directs shows its arrangement on all walls that follow; one that follows shows the director's. */
export function useDirectedWall({ eventId, hand, directed, own, streams, dispatch }: DirectedWallOptions): void {
  const { mutate } = useMutation({
    mutationFn: (wall: DirectedWall) => api('PUT /events/{id}/wall', { params: { id: eventId }, body: { wall } }),
    // One after another, so that the last one stays.
    scope: { id: `wall ${eventId}` },
    onError: (error) => toast.error('Error', { description: messageOr(error, 'The other walls could not be changed') }),
  });
  // As texts: an arrangement that is equal changes nothing.
  const ownText = hand === 'direct' && streams ? JSON.stringify(own) : '';
  const directedText = hand === 'follow' && streams && directed ? JSON.stringify(directed) : '';
  const idsText = (streams ?? []).map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ownText) mutate(JSON.parse(ownText) as DirectedWall);
  }, [ownText, mutate]);
  useEffect(() => {
    if (directedText) dispatch(recallAction(JSON.parse(directedText) as DirectedWall, idsText.split(' ')));
  }, [directedText, idsText, dispatch]);
}
