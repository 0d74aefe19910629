import { type ActionDispatch, useEffect, useReducer } from 'react';
import { readMultiviewLayout, writeMultiviewLayout } from './multiview-layout-store';
import { initialMultiview, type MultiviewAction, type MultiviewState, multiviewReducer } from './multiview-state';

/** The multiview of an event, whose columns and order this browser remembers. */
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
