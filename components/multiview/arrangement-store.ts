import { type MultiviewLayout, multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import { initialMultiview, type MultiviewArrangement, type MultiviewState } from './multiview-state';

type StoredArrangement = MultiviewArrangement & Pick<MultiviewState, 'pinsClock' | 'overlaysLabels'>;

/** The layout that was chosen last, for events that this browser has not arranged yet. */
const layoutKey = 'sightline-multiview-layout';
const storageKey = (eventId: string): string => `sightline-multiview:${eventId}`;

/**
 * The arrangement that this browser last had for an event's multiview, or the defaults.
 * @param first the layout where none was ever chosen in this browser
 */
export function readArrangement(eventId: string, first: MultiviewLayout): StoredArrangement {
  const stored = read(storageKey(eventId));
  return {
    layout: layoutOf(stored?.layout) ?? layoutOf(read(layoutKey)?.layout) ?? first,
    order: Array.isArray(stored?.order) ? stored.order.filter((id) => typeof id === 'string') : initialMultiview.order,
    hidesOff: stored?.hidesOff === true,
    pinsClock: stored?.pinsClock === true,
    overlaysLabels: stored?.overlaysLabels === true,
  };
}

/** Stores an arrangement that somebody has changed in this browser, if it can. */
export function writeArrangement(
  eventId: string,
  { layout, order, hidesOff, pinsClock, overlaysLabels }: StoredArrangement,
): void {
  try {
    localStorage.setItem(storageKey(eventId), JSON.stringify({ layout, order, hidesOff, pinsClock, overlaysLabels }));
    localStorage.setItem(layoutKey, JSON.stringify({ layout }));
  } catch {
    // Storage is full or forbidden: only the arrangement is forgotten.
  }
}

const layoutOf = (value: unknown): MultiviewLayout | undefined => multiviewLayouts.find((name) => name === value);

function read(key: string): Record<string, unknown> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Record<string, unknown> | null;
  } catch {
    // Storage is forbidden, or not ours: the defaults do no harm.
    return null;
  }
}
