'use client';

import { Maximize, Minus, Plus } from 'lucide-react';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useRef,
} from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { keyOf } from '@/lib/browser/page/pressed-key';
import { arrowSteps, type Place } from './map-view';

interface MapFrameProps<View> {
  /** The name of the map, for assistive technology. */
  name: string;
  /** It is so many times as wide as it is high. */
  aspect: number;
  /** The part of the map that it shows. */
  view: View;
  onView(view: View): void;
  /** Shows all again. Null: it does. */
  onShowAll: (() => void) | null;
  moved(view: View, x: number, y: number): View;
  zoomed(view: View, factor: number): View;
  /** @param partsOf the place of a pointer, as parts of the frame */
  children: (partsOf: (event: PointerEvent) => Place) => ReactNode;
}

/** The frame of a map: it is dragged, moved by the arrow keys, and zoomed. */
export function MapFrame<View>(props: MapFrameProps<View>) {
  const { name, aspect, view, onView, onShowAll, moved, zoomed, children } = props;
  const frameRef = useRef<HTMLFieldSetElement>(null);
  const grabbed = useRef<(Place & { view: View }) | null>(null);
  const partsOf = useCallback((event: PointerEvent): Place => {
    const frame = frameRef.current?.getBoundingClientRect();
    if (!frame) return { x: 0.5, y: 0.5 };
    return { x: (event.clientX - frame.left) / frame.width, y: (event.clientY - frame.top) / frame.height };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    const step = arrowSteps[key];
    if (event.target !== event.currentTarget) return;
    if (step) onView(moved(view, step.x / 8, step.y / 8));
    else if (key === '+') onView(zoomed(view, 0.5));
    else if (key === '-') onView(zoomed(view, 2));
    else return;
    event.preventDefault();
  };
  /** A camera that the keyboard reaches is not left outside. */
  const onFocus = (event: FocusEvent) => {
    const [frame, { left, top }] = [event.currentTarget.getBoundingClientRect(), event.target.getBoundingClientRect()];
    if (left < frame.left || left > frame.right || top < frame.top || top > frame.bottom) onShowAll?.();
  };
  return (
    <fieldset
      ref={frameRef}
      aria-label={`${name}: drag it, or move it with the arrow keys`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPointerDown={(event) => {
        if ((event.target as Element).closest('button, a')) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grabbed.current = { view, ...partsOf(event) };
      }}
      onPointerMove={(event) => {
        const from = grabbed.current;
        if (!from) return;
        const { x, y } = partsOf(event);
        onView(moved(from.view, from.x - x, from.y - y));
      }}
      onLostPointerCapture={() => {
        grabbed.current = null;
      }}
      // A map that is higher than wide still leaves its controls on the screen.
      style={{ '--aspect': aspect } as CSSProperties}
      className={cn(
        '@container relative mx-auto aspect-(--aspect) w-full max-w-[max(16rem,calc(80svh*var(--aspect)))] overflow-clip rounded-lg border bg-well',
        onShowAll ? 'touch-none' : 'touch-pan-y',
      )}
    >
      {children(partsOf)}
      <div className="absolute top-2 right-2 z-20 grid gap-1">
        <Button size="icon" aria-label="Zoom in" className="bg-raised" onClick={() => onView(zoomed(view, 0.5))}>
          <Plus aria-hidden />
        </Button>
        <Button size="icon" aria-label="Zoom out" className="bg-raised" onClick={() => onView(zoomed(view, 2))}>
          <Minus aria-hidden />
        </Button>
        <Button
          size="icon"
          aria-label="Show all cameras"
          className="bg-raised disabled:text-faint disabled:opacity-100"
          disabled={!onShowAll}
          onClick={() => onShowAll?.()}
        >
          <Maximize aria-hidden />
        </Button>
      </div>
    </fieldset>
  );
}
