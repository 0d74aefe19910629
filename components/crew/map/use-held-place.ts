import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { keyOf } from '@/lib/browser/page/pressed-key';
import { clamp } from '@/lib/core/clamp';
import { arrowSteps, type Place } from './map-view';

/** A press of an arrow key moves a marker by this part of the map; with Shift, by a fifth of it. */
const keyStep = 0.02;

const within = (part: number) => clamp(part, 0, 1);

/** Where a marker is while somebody moves it, and after that until the map says so. */
interface Held {
  to: Place;
  /** Where the map had it. Null: it is still being moved. */
  from: Place | null;
}

/**
 * Drags a marker, or moves it by the arrow keys.
 * @param at where the map has it
 * @param onMove null: it stays where it is
 * @returns where it is shown, and what its button gets for that. A marker at the edge is whole
 */
export function useHeldPlace(
  at: Place,
  onMove: ((place: Place) => void) | null,
  partsOf: (event: PointerEvent) => Place,
) {
  const isDragged = useRef(false);
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = held && (held.from === null || (held.from.x === at.x && held.from.y === at.y));
  const { x, y } = isHeld ? held.to : at;
  const release = () => {
    isDragged.current = false;
    if (!held || held.from) return;
    setHeld({ to: held.to, from: { x: at.x, y: at.y } });
    onMove?.(held.to);
  };
  const hold = (place: Place) => setHeld({ to: { x: within(place.x), y: within(place.y) }, from: null });
  const button = {
    style: { left: wholeAt(x), top: wholeAt(y) },
    onKeyDown: (event: KeyboardEvent) => {
      const step = arrowSteps[keyOf(event)];
      if (!step || !onMove) return;
      event.preventDefault();
      const part = event.shiftKey ? keyStep / 5 : keyStep;
      hold({ x: x + step.x * part, y: y + step.y * part });
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (arrowSteps[keyOf(event)]) release();
    },
    onBlur: release,
    onPointerDown: (event: PointerEvent) => {
      if (!onMove) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      isDragged.current = true;
    },
    onPointerMove: (event: PointerEvent) => {
      if (isDragged.current) hold(partsOf(event));
    },
    onLostPointerCapture: release,
  };
  return { x, y, button };
}

const wholeAt = (part: number) =>
  part === within(part) ? `clamp(0.875rem, ${part * 100}%, 100% - 0.875rem)` : `${part * 100}%`;
