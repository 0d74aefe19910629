'use client';

import { type ActionDispatch, type CSSProperties, useCallback, useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import type { Columns, MultiviewAction, MultiviewState } from './multiview-state';
import { MultiviewTile } from './multiview-tile';

/** Up to this many tiles may get the source layer at once; with more, only the full tile does. */
const maxSourceLayerTiles = 4;
const gapPx = 2;
const gridClass: Record<Columns, string> = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4' };

interface MultiviewGridProps {
  streams: StreamJson[];
  /** The streams' ids in display order. */
  ids: readonly string[];
  multiview: MultiviewState;
  /** The id of the tile that Tab reaches. */
  tabStopId: string | undefined;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** The tiles. A multiview with no more rows than columns fits on the page; one with more rows scrolls. */
export function MultiviewGrid({ streams, ids, multiview, tabStopId, dispatch }: MultiviewGridProps) {
  const latestIds = useRef(ids);
  useEffect(() => {
    latestIds.current = ids;
  });
  // Always the same function, so that no tile renders again because another one has moved.
  const readOrder = useCallback(() => latestIds.current, []);

  const rows = Math.ceil(ids.length / multiview.columns);
  const fit = `calc((100dvh - var(--strip-height) - ${(rows - 1) * gapPx}px) / ${rows})`;
  return (
    <div
      style={{ '--tile-max-height': rows <= multiview.columns ? fit : 'none' } as CSSProperties}
      className={cn('grid gap-0.5 max-sm:landscape:grid-cols-2', gridClass[multiview.columns])}
    >
      {/* Only CSS moves tiles: a video element that is removed from the page and inserted again stops playing. */}
      {streams.map((stream) => (
        <MultiviewTile
          key={stream.id}
          stream={stream}
          position={ids.indexOf(stream.id)}
          isSelected={stream.id === multiview.selectedId}
          isTabStop={stream.id === tabStopId}
          isFull={multiview.isFull && stream.id === multiview.selectedId}
          isAudible={stream.id === multiview.audibleId}
          showsHealth={multiview.showsHealth}
          lowLayerOnly={ids.length > maxSourceLayerTiles}
          readOrder={readOrder}
          dispatch={dispatch}
        />
      ))}
    </div>
  );
}
