import { columnChoices, initialMultiview, type MultiviewState } from './multiview-state';

type MultiviewLayout = Pick<MultiviewState, 'columns' | 'order'>;

const storageKey = (eventId: string): string => `sightline-multiview:${eventId}`;

/** The columns and the order of an event's multiview as this browser last had them, or the defaults. */
export function readMultiviewLayout(eventId: string): MultiviewLayout {
  try {
    const { columns, order } = JSON.parse(localStorage.getItem(storageKey(eventId)) ?? '');
    return {
      columns: columnChoices.find((choice) => choice === columns) ?? initialMultiview.columns,
      order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : initialMultiview.order,
    };
  } catch {
    // Never arranged here, or not readable: a multiview that looks like the first time harms nobody.
    return { columns: initialMultiview.columns, order: initialMultiview.order };
  }
}

/** Remembers the layout in this browser, where it has room for it. */
export function writeMultiviewLayout(eventId: string, { columns, order }: MultiviewLayout): void {
  try {
    localStorage.setItem(storageKey(eventId), JSON.stringify({ columns, order }));
  } catch {
    // A full or forbidden storage costs the memory of the layout, and nothing else.
  }
}
