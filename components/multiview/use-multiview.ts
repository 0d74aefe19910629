import { type ActionDispatch, useEffect, useReducer } from 'react';
import { readMultiviewLayout, writeMultiviewLayout } from './multiview-layout-store';
import { initialMultiview, type MultiviewAction, type MultiviewState, multiviewReducer } from './multiview-state';

/** The state of an event's multiview; this browser stores its columns and order. */
export function useMultiview(
  eventId: string,
): [multiview: MultiviewState, dispatch: ActionDispatch<[MultiviewAction]>] {
  const [multiview, dispatch] = useReducer(multiviewReducer, eventId, (id) => ({
    ...initialMultiview,
    ...readMultiviewLayout(id),
  }));
  const { columns, order } = multiview;
  useEffect(() => writeMultiviewLayout(eventId, { columns, order }), [eventId, columns, order]);
  return [multiview, dispatch];
}
