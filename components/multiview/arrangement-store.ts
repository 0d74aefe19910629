import { multiviewLayouts } from '@/lib/contracts/multiview-layouts';
import { initialMultiview, type MultiviewArrangement } from './multiview-state';

const storageKey = (eventId: string): string => `sightline-multiview:${eventId}`;

/** The arrangement that this browser last had for an event's multiview, or the defaults. */
export function readArrangement(eventId: string): MultiviewArrangement {
  try {
    const { layout, order, hidesOff } = JSON.parse(localStorage.getItem(storageKey(eventId)) ?? '');
    return {
      layout: multiviewLayouts.find((name) => name === layout) ?? initialMultiview.layout,
      order: Array.isArray(order) ? order.filter((id) => typeof id === 'string') : initialMultiview.order,
      hidesOff: hidesOff === true,
    };
  } catch {
    // Never arranged in this browser, or not readable: the defaults do no harm.
    const { layout, order, hidesOff } = initialMultiview;
    return { layout, order, hidesOff };
  }
}

/** Stores the arrangement in this browser, if it can. */
export function writeArrangement(eventId: string, { layout, order, hidesOff }: MultiviewArrangement): void {
  try {
    localStorage.setItem(storageKey(eventId), JSON.stringify({ layout, order, hidesOff }));
  } catch {
    // Storage is full or forbidden: only the arrangement is forgotten.
  }
}
