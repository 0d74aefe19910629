'use client';

import Link from 'next/link';
import { type ActionDispatch, useCallback, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { isProgram } from '@/lib/contracts/is-program';
import type { StreamJson } from '@/lib/contracts/streams';
import { cameraAspect, placeStyle } from './layout/arrange-tiles';
import type { Placement } from './layout/lay-out';
import { hasMainTile, type MultiviewAction, type MultiviewState } from './multiview-state';
import { MultiviewTile } from './multiview-tile';

/** Up to this many tiles may get the source layer at once; with more, only large and full ones do. */
const maxSourceLayerTiles = 6;

interface MultiviewGridProps {
  streams: StreamJson[];
  /** The streams' ids in display order. */
  ids: readonly string[];
  multiview: MultiviewState;
  placement: Placement;
  /** The id of the tile that Tab reaches. */
  tabStopId: string | undefined;
  dispatch: ActionDispatch<[MultiviewAction]>;
  /** Makes a camera the next one on air; null where nobody cuts here. Always the same function. */
  onChoose: ((id: string) => void) | null;
}

/** The tiles, each where its placement has it; those without a place are not shown. A tile that only moves does not render again. */
export function MultiviewGrid({
  streams,
  ids,
  multiview,
  placement,
  tabStopId,
  dispatch,
  onChoose,
}: MultiviewGridProps) {
  const latestIds = useRef(ids);
  useEffect(() => {
    latestIds.current = ids;
  });
  // Always the same function, so that no tile renders again because another one has moved.
  const readOrder = useCallback(() => latestIds.current, []);
  const isEventRecorded = streams.some(({ attributes }) => attributes.recording != null);

  return (
    <div
      style={{ height: placement.block.y + placement.block.height }}
      className="relative isolate min-h-full overflow-clip"
    >
      {/* Only CSS moves tiles: a video element that is removed from the page and inserted again stops playing. */}
      {streams.map((stream) => {
        const position = ids.indexOf(stream.id);
        const isFull = multiview.isFull && stream.id === multiview.selectedId;
        const place = placement.tiles[position];
        return (
          <div
            key={stream.id}
            // The full tile is above all others, and the inset above the picture that it is in.
            style={placeStyle(place, isFull ? 999 : position)}
            className={cn('absolute', !place && 'hidden')}
          >
            <MultiviewTile
              stream={stream}
              aspect={cameraAspect(stream)}
              isSelected={stream.id === multiview.selectedId}
              isTabStop={stream.id === tabStopId}
              isFull={isFull}
              isAudible={stream.id === multiview.audibleId}
              showsHealth={multiview.showsHealth}
              guides={multiview.guides}
              overlaysLabel={multiview.overlaysLabels}
              hasPlace={hasMainTile(multiview.layout) && !multiview.isFull}
              isEventRecorded={isEventRecorded}
              lowLayerOnly={ids.length > maxSourceLayerTiles && position >= placement.large && !isFull}
              readOrder={readOrder}
              dispatch={dispatch}
              onChoose={isProgram(stream) ? null : onChoose}
            />
          </div>
        );
      })}
    </div>
  );
}

interface NoCamerasProps {
  eventId: string;
  /** Whether the event has cameras, all of which are off and hidden. */
  hasHidden: boolean;
  onShow: () => void;
}

/** Says what to do where the multiview has nothing to show. */
export function NoCameras({ eventId, hasHidden, onShow }: NoCamerasProps) {
  const mayAdd = useMay('streams.create');
  return (
    <div className="absolute inset-0 z-30 grid place-content-center justify-items-center gap-4 px-4 text-center">
      <p className="text-lg">{hasHidden ? 'All cameras are off.' : 'This event has no cameras yet.'}</p>
      {hasHidden ? (
        <Button variant="primary" onClick={onShow}>
          Show cameras that are off
        </Button>
      ) : mayAdd ? (
        <Button variant="primary" asChild>
          <Link href={`/events/${eventId}`}>Add cameras</Link>
        </Button>
      ) : (
        <p className="text-muted">They appear here as soon as your team adds one.</p>
      )}
    </div>
  );
}
