import { BatteryLow } from 'lucide-react';
import { memo, type PointerEvent, useEffect, useRef } from 'react';
import { StateMark } from '@/components/stream/marks';
import { useShownState } from '@/components/stream/shown-state';
import { cn } from '@/components/ui/cn';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';
import { CrewPicture } from '../crew-picture';
import type { Place } from './map-view';
import { useHeldPlace } from './use-held-place';

interface MapMarkerProps {
  stream: StreamJson;
  /** Null: an encoder, or a WHIP tool. */
  person: string | null;
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

/** A name that begins beyond this part of the map is written to the left. */
const nameTurnsAt = 0.6;

/** A picture stands above its camera, and below one that is higher than this part of the map. */
const pictureTurnsAt = 0.4;

/** One camera on the map, with its picture while it is on. Those put there by hand are dragged, or moved by the arrow keys. */
export const MapMarker = memo(function MapMarker(props: MapMarkerProps) {
  const { stream, person, accuracyPart = null, accuracyM = null, isBatteryLow, isNew, onMove, partsOf } = props;
  const { name, number, status } = stream.attributes;
  const tally = useTally(stream.id);
  const { word, tone } = useShownState(stream, undefined);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const move = onMove && ((place: Place) => onMove(stream.id, place));
  const { x, y, button } = useHeldPlace(props, move, partsOf);
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
      {status === 'active' || status === 'provisioning' ? (
        <div
          style={button.style}
          className={cn(
            'absolute @max-md:w-20 w-28 rounded-md border bg-well shadow-float focus-within:z-[5] hover:z-[5]',
            isTurned ? 'ml-3.5 -translate-x-full' : '-ml-3.5',
            y < pictureTurnsAt ? 'mt-5' : '-mt-5 -translate-y-full',
          )}
        >
          <CrewPicture stream={stream} person={person} placeholder="" />
        </div>
      ) : null}
      <button
        ref={buttonRef}
        type="button"
        aria-label={words.filter((part) => part !== null).join(', ')}
        data-testid="map-marker"
        {...button}
        className={cn(
          'absolute z-[1] flex -translate-y-1/2 touch-none items-center gap-1.5 rounded-full border-2 bg-raised p-0.5 text-xs shadow-float hover:z-10 focus-visible:z-10',
          isTurned ? 'ml-3.5 -translate-x-full flex-row-reverse pl-2.5' : '-ml-3.5 pr-2.5',
          onMove ? 'cursor-grab active:cursor-grabbing' : 'cursor-default',
          tally === 'program'
            ? 'z-[3] border-program'
            : tally === 'preview'
              ? 'z-[2] border-preview'
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
