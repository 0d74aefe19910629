import { Volume2 } from 'lucide-react';
import type { PointerEvent } from 'react';
import { cn } from '@/components/ui/cn';
import type { Place } from './map-view';
import { useHeldPlace } from './use-held-place';

interface SoundMarkerProps {
  /** Parts of the map's width and height. */
  at: Place;
  /** Null: it stays where it is. */
  onMove: ((place: Place) => void) | null;
  partsOf(event: PointerEvent): Place;
}

/** The loudspeaker on a floor plan: where the sound comes from that the cameras hear. */
export function SoundMarker({ at, onMove, partsOf }: SoundMarkerProps) {
  const { button } = useHeldPlace(at, onMove, partsOf);
  return (
    <button
      type="button"
      aria-label={onMove ? 'Loudspeaker, move it with the arrow keys' : 'Loudspeaker'}
      {...button}
      className={cn(
        'absolute -translate-1/2 touch-none rounded-full border-2 border-line-strong bg-raised p-1 shadow-float hover:z-10 focus-visible:z-10',
        onMove ? 'cursor-grab active:cursor-grabbing' : 'cursor-default',
      )}
    >
      <Volume2 aria-hidden className="size-4" />
    </button>
  );
}
