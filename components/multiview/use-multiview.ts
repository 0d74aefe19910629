import { type ActionDispatch, useEffect, useReducer } from 'react';
import { readArrangement, writeArrangement } from './arrangement-store';
import { readMultiviewAddress } from './multiview-address';
import { initialMultiview, type MultiviewAction, type MultiviewState, multiviewReducer } from './multiview-state';

/** The state of an event's multiview; this browser stores its arrangement, and the address decides its layout. */
export function useMultiview(
  eventId: string,
): [multiview: MultiviewState, dispatch: ActionDispatch<[MultiviewAction]>] {
  const [multiview, dispatch] = useReducer(multiviewReducer, eventId, (id) => {
    const stored = readArrangement(id);
    const layout = readMultiviewAddress(window.location.search).layout ?? stored.layout;
    return { ...initialMultiview, ...stored, layout };
  });
  const { layout, order, hidesOff } = multiview;
  useEffect(() => writeArrangement(eventId, { layout, order, hidesOff }), [eventId, layout, order, hidesOff]);
  return [multiview, dispatch];
}
