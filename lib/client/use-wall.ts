import { type ActionDispatch, useEffect, useReducer } from 'react';
import { readWallLayout, writeWallLayout } from './wall-layout-store';
import { initialWall, type WallAction, type WallState, wallReducer } from './wall-state';

/** The wall of an event, whose columns and order this browser remembers. */
export function useWall(eventId: string): [wall: WallState, dispatch: ActionDispatch<[WallAction]>] {
  const [wall, dispatch] = useReducer(wallReducer, eventId, (id) => ({ ...initialWall, ...readWallLayout(id) }));
  const { columns, order } = wall;
  useEffect(() => writeWallLayout(eventId, { columns, order }), [eventId, columns, order]);
  return [wall, dispatch];
}
