import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { cn } from '@/components/ui/cn';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';
import { arrowSteps, type Place } from './map-view';

interface MapMarkerProps {
  stream: StreamJson;
  /** Parts of the map's width and height. */
  place: Place;
  /** Where a phone says that it is: the circle that it is in, as a part of the map's width. */
  accuracyPart: number | null;
  accuracyM: number | null;
  /** Null: it stays where it is. */
  onMove: ((place: Place) => void) | null;
  partsOf(event: PointerEvent): Place;
}

/** A press of an arrow key moves a camera by this part of the map; with Shift, by a fifth of it. */
const keyStep = 0.02;

/** One camera on the map. Those put there by hand are dragged, or moved by the arrow keys. */
export function MapMarker({ stream, place, accuracyPart, accuracyM, onMove, partsOf }: MapMarkerProps) {
  const { name, number } = stream.attributes;
  const tally = useTally(stream.id);
  const isDragged = useRef(false);
  const [dragged, setDragged] = useState<Place | null>(null);
  const { x, y } = dragged ?? place;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key];
    if (!step || !onMove) return;
    event.preventDefault();
    const part = event.shiftKey ? keyStep / 5 : keyStep;
    onMove({ x: x + step.x * part, y: y + step.y * part });
  };
  const onAir = tally === 'program' ? ', on air' : tally === 'preview' ? ', next' : '';
  const where =
    accuracyM === null ? (onMove ? ', move it with the arrow keys' : '') : `, within ${Math.round(accuracyM)} m`;
  const at = { left: `${x * 100}%`, top: `${y * 100}%` };
  return (
    <>
      {accuracyPart === null ? null : (
        <span
          aria-hidden
          className="pointer-events-none absolute aspect-square -translate-1/2 rounded-full border border-info/60 bg-info/15"
          style={Object.assign({ width: `${accuracyPart * 100}%` }, at)}
        />
      )}
      <button
        type="button"
        aria-label={`${name}${onAir}${where}`}
        data-testid="map-marker"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (!onMove) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          isDragged.current = true;
        }}
        onPointerMove={(event) => {
          if (isDragged.current) setDragged(partsOf(event));
        }}
        onPointerUp={() => {
          isDragged.current = false;
          if (dragged) onMove?.(dragged);
          setDragged(null);
        }}
        style={at}
        className={cn(
          'absolute -ml-3.5 flex -translate-y-1/2 touch-none items-center gap-1.5 rounded-full border-2 bg-raised py-0.5 pr-2.5 pl-0.5 text-xs shadow-float',
          onMove ? 'cursor-grab active:cursor-grabbing' : 'cursor-default',
          tally === 'program' ? 'border-program' : tally === 'preview' ? 'border-preview' : 'border-line-strong',
        )}
      >
        <span
          className={cn(
            'grid size-5 place-items-center bg-ink font-mono text-canvas tabular-nums',
            accuracyM === null ? 'rounded-sm' : 'rounded-full',
          )}
        >
          {number}
        </span>
        <span dir="auto" className="max-w-28 truncate font-medium">
          {name}
        </span>
      </button>
    </>
  );
}
