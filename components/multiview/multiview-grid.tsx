'use client';

import { type ActionDispatch, type CSSProperties, useCallback, useEffect, useRef } from 'react';
import { cn } from '@/components/ui/cn';
import type { StreamJson } from '@/lib/contracts/streams';
import type { Columns, MultiviewAction, MultiviewState } from './multiview-state';
import { MultiviewTile } from './multiview-tile';

/** So many pictures may be large all at once; of a larger multiview only the full one is. */
const largeTilesAtMost = 4;
const gapPx = 2;
const gridClass: Record<Columns, string> = { 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4' };

interface MultiviewGridProps {
  streams: StreamJson[];
  /** The streams' ids in the order of the multiview. */
  ids: readonly string[];
  multiview: MultiviewState;
  /** The tile that Tab reaches. */
  tabStopId: string | undefined;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** The tiles. A multiview that is no higher than wide fits on the page; a higher one is scrolled. */
export function MultiviewGrid({ streams, ids, multiview, tabStopId, dispatch }: MultiviewGridProps) {
  const latestIds = useRef(ids);
  useEffect(() => {
    latestIds.current = ids;
  });
  // The same function always: no tile is drawn again because another one moved.
  const readOrder = useCallback(() => latestIds.current, []);

  const rows = Math.ceil(ids.length / multiview.columns);
  const fit = `calc((100dvh - ${(rows - 1) * gapPx}px) / ${rows})`;
  return (
    <div
      style={{ '--tile-max-height': rows <= multiview.columns ? fit : 'none' } as CSSProperties}
      className={cn('grid gap-0.5 max-sm:landscape:grid-cols-2', gridClass[multiview.columns])}
    >
      {/* Tiles are moved by CSS alone: a video that is taken out of the page and put back stops playing. */}
      {streams.map((stream) => (
        <MultiviewTile
          key={stream.id}
          stream={stream}
          place={ids.indexOf(stream.id)}
          isSelected={stream.id === multiview.selectedId}
          isTabStop={stream.id === tabStopId}
          isFull={multiview.isFull && stream.id === multiview.selectedId}
          isHeard={stream.id === multiview.heardId}
          showsHealth={multiview.showsHealth}
          keepSmall={ids.length > largeTilesAtMost}
          readOrder={readOrder}
          dispatch={dispatch}
        />
      ))}
    </div>
  );
}
