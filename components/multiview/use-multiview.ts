import { type ActionDispatch, useEffect, useReducer } from 'react';
import { readArrangement, writeArrangement } from './arrangement-store';
import { readMultiviewAddress } from './multiview-address';
import { initialMultiview, type MultiviewAction, type MultiviewState, multiviewReducer } from './multiview-state';

/** The state of an event's multiview; this browser stores its arrangement; the address decides its layout and frame lock. */
export function useMultiview(
  eventId: string,
): [multiview: MultiviewState, dispatch: ActionDispatch<[MultiviewAction]>] {
  const [multiview, dispatch] = useReducer(multiviewReducer, eventId, (id) => {
    const stored = readArrangement(id);
    const { layout, locksFrames } = readMultiviewAddress(window.location.search);
    return { ...initialMultiview, ...stored, layout: layout ?? stored.layout, locksFrames };
  });
  const { layout, order, hidesOff } = multiview;
  useEffect(() => writeArrangement(eventId, { layout, order, hidesOff }), [eventId, layout, order, hidesOff]);
  return [multiview, dispatch];
}
