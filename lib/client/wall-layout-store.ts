import { columnChoices, initialWall, type WallState } from './wall-state';

type WallLayout = Pick<WallState, 'columns' | 'order'>;

const storageKey = (eventId: string): string => `sightline-wall:${eventId}`;

/** The columns and the order of an event's wall as this browser last had them, or the defaults. */
export function readWallLayout(eventId: string): WallLayout {
  try {
    const { columns, order } = JSON.parse(localStorage.getItem(storageKey(eventId)) ?? '');
    return {
      columns: columnChoices.find((choice) => choice === columns) ?? initialWall.columns,
      order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : initialWall.order,
    };
  } catch {
    // Never arranged here, or not readable: a wall that looks like the first time harms nobody.
    return { columns: initialWall.columns, order: initialWall.order };
  }
}

/** Remembers the layout in this browser, where it has room for it. */
export function writeWallLayout(eventId: string, { columns, order }: WallLayout): void {
  try {
    localStorage.setItem(storageKey(eventId), JSON.stringify({ columns, order }));
  } catch {
    // A full or forbidden storage costs the memory of the layout, and nothing else.
  }
}
