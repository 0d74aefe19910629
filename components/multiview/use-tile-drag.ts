import { type PointerEvent, useRef, useState } from 'react';

/** Below it, a press is a click. */
const dragFromPx = 8;

interface TileDrag {
  isDragging: boolean;
  /** For the part of the tile that it is dragged by. */
  handle: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(): void;
    onPointerCancel(): void;
  };
  /** Whether the click that follows belongs to a drag, and is none. Asked once per click. */
  takeClick(): boolean;
}

/**
 * Dragging a tile over others; tiles are found by their `data-tile`.
 * @param onOver called with the id of each other tile that it comes over
 */
export function useTileDrag(id: string, onOver: (at: string) => void): TileDrag {
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
        // A fast pointer is over another tile before it has moved once over this one.
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
    takeClick() {
      const taken = wasDragged.current;
      wasDragged.current = false;
      return taken;
    },
  };
}
