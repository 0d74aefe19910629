'use client';

import { type ActionDispatch, useCallback, useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import { placeStyle } from './layout/arrange-tiles';
import { cameraAspect } from './layout/camera-aspect';
import type { Wall } from './layout/lay-out';
import { hasMainTile, type MultiviewAction, type MultiviewState } from './multiview-state';
import { MultiviewTile } from './multiview-tile';

/** Up to this many tiles may get the source layer at once; with more, only large and full ones do. */
const maxSourceLayerTiles = 6;

interface MultiviewGridProps {
  streams: StreamJson[];
  /** The streams' ids in display order. */
  ids: readonly string[];
  multiview: MultiviewState;
  wall: Wall;
  /** The id of the tile that Tab reaches. */
  tabStopId: string | undefined;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** The tiles, each where the wall has it; those without a place are not shown. A tile that only moves does not render again. */
export function MultiviewGrid({ streams, ids, multiview, wall, tabStopId, dispatch }: MultiviewGridProps) {
  const latestIds = useRef(ids);
  useEffect(() => {
    latestIds.current = ids;
  });
  // Always the same function, so that no tile renders again because another one has moved.
  const readOrder = useCallback(() => latestIds.current, []);

  return (
    <div style={{ height: wall.block.y + wall.block.height }} className="relative isolate min-h-full overflow-clip">
      {/* Only CSS moves tiles: a video element that is removed from the page and inserted again stops playing. */}
      {streams.map((stream) => {
        const position = ids.indexOf(stream.id);
        const isFull = multiview.isFull && stream.id === multiview.selectedId;
        const place = wall.tiles[position];
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
              lowLayerOnly={ids.length > maxSourceLayerTiles && position >= wall.large && !isFull}
              readOrder={readOrder}
              dispatch={dispatch}
            />
          </div>
        );
      })}
    </div>
  );
}
