import { BatteryLow } from 'lucide-react';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { StateMark } from '@/components/stream/marks';
import { useShownState } from '@/components/stream/shown-state';
import { cn } from '@/components/ui/cn';
import { keyOf } from '@/lib/browser/page/pressed-key';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';
import { clamp } from '@/lib/core/clamp';
import { arrowSteps, type Place } from './map-view';

interface MapMarkerProps {
  stream: StreamJson;
  /** Parts of the map's width and height. */
  x: number;
  y: number;
  /** Where a phone says that it is: the circle that it is in, as a part of the map's width. */
  accuracyPart?: number | null;
  accuracyM?: number | null;
  isBatteryLow: boolean;
  /** Whether it was put there just now: the keyboard goes on with it. */
  isNew: boolean;
  /** Null: it stays where it is. */
  onMove: ((id: string, place: Place) => void) | null;
  partsOf(event: PointerEvent): Place;
}

/** A press of an arrow key moves a camera by this part of the map; with Shift, by a fifth of it. */
const keyStep = 0.02;
/** A name that begins beyond this part of the map is written to the left. */
const nameTurnsAt = 0.6;

const within = (part: number) => clamp(part, 0, 1);
/** A camera at the edge is whole. */
const wholeAt = (part: number) =>
  part === within(part) ? `clamp(0.875rem, ${part * 100}%, 100% - 0.875rem)` : `${part * 100}%`;

/** Where a marker is while somebody moves it, and after that until the map says so. */
interface Held {
  to: Place;
  /** Where the map had it. Null: it is still being moved. */
  from: Place | null;
}

/** One camera on the map. Those put there by hand are dragged, or moved by the arrow keys. */
export const MapMarker = memo(function MapMarker(props: MapMarkerProps) {
  const { stream, accuracyPart = null, accuracyM = null, isBatteryLow, isNew, onMove, partsOf } = props;
  const { name, number } = stream.attributes;
  const tally = useTally(stream.id);
  const { word, tone } = useShownState(stream, undefined);
  const isDragged = useRef(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const isHeld = held && (held.from === null || (held.from.x === props.x && held.from.y === props.y));
  const { x, y } = isHeld ? held.to : props;
  const release = () => {
    isDragged.current = false;
    if (!held || held.from) return;
    setHeld({ to: held.to, from: { x: props.x, y: props.y } });
    onMove?.(stream.id, held.to);
  };
  const hold = (place: Place) => setHeld({ to: { x: within(place.x), y: within(place.y) }, from: null });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowSteps[keyOf(event)];
    if (!step || !onMove) return;
    event.preventDefault();
    const part = event.shiftKey ? keyStep / 5 : keyStep;
    hold({ x: x + step.x * part, y: y + step.y * part });
  };
  useEffect(() => {
    if (isNew) buttonRef.current?.focus({ preventScroll: true });
  }, [isNew]);
  const isFailed = tone === 'failed';
  const words = [
    name,
    tally === 'program' ? 'on air' : tally === 'preview' ? 'next' : null,
    isFailed ? word.toLowerCase() : null,
    isBatteryLow ? 'battery low' : null,
    accuracyM === null ? (onMove ? 'move it with the arrow keys' : null) : `within ${Math.round(accuracyM)} m`,
  ];
  const at = { left: `${x * 100}%`, top: `${y * 100}%` };
  const isTurned = x > nameTurnsAt;
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
        ref={buttonRef}
        type="button"
        aria-label={words.filter((part) => part !== null).join(', ')}
        data-testid="map-marker"
        onKeyDown={onKeyDown}
        onKeyUp={(event) => {
          if (arrowSteps[keyOf(event)]) release();
        }}
        onBlur={release}
        onPointerDown={(event) => {
          if (!onMove) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          isDragged.current = true;
        }}
        onPointerMove={(event) => {
          if (isDragged.current) hold(partsOf(event));
        }}
        onLostPointerCapture={release}
        style={{ left: wholeAt(x), top: wholeAt(y) }}
        className={cn(
          'absolute flex -translate-y-1/2 touch-none items-center gap-1.5 rounded-full border-2 bg-raised p-0.5 text-xs shadow-float hover:z-10 focus-visible:z-10',
          isTurned ? 'ml-3.5 -translate-x-full flex-row-reverse pl-2.5' : '-ml-3.5 pr-2.5',
          onMove ? 'cursor-grab active:cursor-grabbing' : 'cursor-default',
          tally === 'program'
            ? 'z-[2] border-program'
            : tally === 'preview'
              ? 'z-[1] border-preview'
              : isFailed
                ? 'border-failed'
                : 'border-line-strong',
        )}
      >
        <span
          className={cn(
            'grid h-5 min-w-5 place-items-center px-0.5 font-mono text-canvas tabular-nums',
            isFailed ? 'bg-failed' : 'bg-ink',
            accuracyM === null ? 'rounded-sm' : 'rounded-full',
          )}
        >
          {number}
        </span>
        <span dir="auto" className="@max-md:max-w-16 max-w-28 truncate font-medium">
          {name}
        </span>
        {isFailed ? <StateMark tone={tone} className="text-failed" /> : null}
        {isBatteryLow ? <BatteryLow aria-hidden className="size-4 shrink-0 text-failed" /> : null}
      </button>
    </>
  );
});
