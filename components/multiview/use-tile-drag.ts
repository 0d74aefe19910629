import { type PointerEvent, useRef, useState } from 'react';

/** A press that moves less than this is a click. */
const dragFromPx = 8;

interface TileDrag {
  isDragging: boolean;
  /** For the part of the tile that the user drags. */
  handle: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(): void;
    onPointerCancel(): void;
  };
  /** Whether a click is the end of a drag, and must be ignored. Call it once per click. */
  consumesClick(): boolean;
}

/**
 * Drags a tile over others, which are found by their `data-tile`.
 * @param onOver gets the id of each other tile that the pointer enters
 */
export function useTileDrag(id: string, onOver: (tileId: string) => void): TileDrag {
  const start = useRef<{ x: number; y: number } | null>(null);
  const wasDragged = useRef(false);
  const [isDragging, setDragging] = useState(false);
  const end = () => {
    start.current = null;
    setDragging(false);
  };
  return {
    isDragging,
    handle: {
      onPointerDown(event) {
        if (event.button !== 0) return;
        start.current = { x: event.clientX, y: event.clientY };
        wasDragged.current = false;
        // A fast pointer leaves the tile before its first move event.
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        if (!start.current) return;
        const { x, y } = start.current;
        if (!wasDragged.current) {
          if (Math.hypot(event.clientX - x, event.clientY - y) < dragFromPx) return;
          wasDragged.current = true;
          setDragging(true);
        }
        const over = document
          .elementFromPoint(event.clientX, event.clientY)
          ?.closest('[data-tile]')
          ?.getAttribute('data-tile');
        if (over && over !== id) onOver(over);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    consumesClick() {
      const isEndOfDrag = wasDragged.current;
      wasDragged.current = false;
      return isEndOfDrag;
    },
  };
}
