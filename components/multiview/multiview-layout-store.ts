import { columnChoices, initialMultiview, type MultiviewState } from './multiview-state';

type MultiviewLayout = Pick<MultiviewState, 'columns' | 'order'>;

const storageKey = (eventId: string): string => `sightline-multiview:${eventId}`;

/** The columns and the order that this browser last had for an event's multiview, or the defaults. */
export function readMultiviewLayout(eventId: string): MultiviewLayout {
  try {
    const { columns, order } = JSON.parse(localStorage.getItem(storageKey(eventId)) ?? '');
    return {
      columns: columnChoices.find((choice) => choice === columns) ?? initialMultiview.columns,
      order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : initialMultiview.order,
    };
  } catch {
    // Never arranged in this browser, or not readable: the defaults do no harm.
    return { columns: initialMultiview.columns, order: initialMultiview.order };
  }
}

/** Stores the layout in this browser, if it can. */
export function writeMultiviewLayout(eventId: string, { columns, order }: MultiviewLayout): void {
  try {
    localStorage.setItem(storageKey(eventId), JSON.stringify({ columns, order }));
  } catch {
    // Storage is full or forbidden: only the layout is forgotten.
  }
}
