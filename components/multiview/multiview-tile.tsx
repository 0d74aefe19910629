'use client';

import { type ActionDispatch, memo, useEffect, useRef } from 'react';
import { PreviewWell } from '@/components/preview/preview-well';
import { previewPlaceholder } from '@/components/preview/preview-words';
import { useShownState } from '@/components/stream/shown/use-shown-state';
import { tallyFrameClass } from '@/components/tally/tally-frame-class';
import { cn } from '@/components/ui/cn';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useTally } from '@/lib/browser/tally/use-tally';
import type { StreamJson } from '@/lib/contracts/streams';
import type { TallyState } from '@/lib/core/tally';
import { useIsFullscreen } from './fullscreen';
import type { Guides } from './guides/guides';
import { PictureGuides } from './guides/picture-guides';
import { TileMeters } from './meters/tile-meters';
import type { MultiviewAction } from './multiview-state';
import { TileAlarms } from './tile-alarms';
import { TileControls } from './tile-controls';
import { TileHealth } from './tile-health';
import { aboveLabelClass, TileLabel } from './tile-label';
import { useTileDrag } from './use-tile-drag';

const unfollowAfterMs = 3_000;

interface MultiviewTileProps {
  stream: StreamJson;
  /** Its position on the multiview, from 0. */
  position: number;
  /** The picture's width by its height. */
  aspect: number;
  isSelected: boolean;
  /** Whether it is the one tile that Tab reaches. */
  isTabStop: boolean;
  isFull: boolean;
  isAudible: boolean;
  showsHealth: boolean;
  guides: Guides;
  /** Limits it to the low layer unless it is fullscreen. */
  lowLayerOnly: boolean;
  /** Reads the display order when the tile is dragged. */
  readOrder: () => readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** One camera of the multiview: video, name, state, audio. A press shows it full size; a drag moves it. */
export const MultiviewTile = memo(function MultiviewTile({
  stream,
  position,
  aspect,
  isSelected,
  isTabStop,
  isFull,
  isAudible,
  showsHealth,
  guides,
  lowLayerOnly,
  readOrder,
  dispatch,
}: MultiviewTileProps) {
  const { id } = stream;
  const tileRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const isInView = useInView(tileRef, unfollowAfterMs);
  const isFullscreen = useIsFullscreen(tileRef);
  const drag = useTileDrag(id, (to) => dispatch({ type: 'move', ids: readOrder(), id, to }));
  const { name, status, signal, participant_identity: identity } = stream.attributes;
  const { word, tone } = useShownState(stream);
  const tally = useTally(id);
  const isWaiting = status === 'active' && signal === 'none';
  const tabIndex = isTabStop ? 0 : -1;

  useEffect(() => {
    if (!isSelected) return;
    if (!tileRef.current?.contains(document.activeElement)) buttonRef.current?.focus({ preventScroll: true });
    if (!isFull) tileRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected, isFull]);

  return (
    <article
      ref={tileRef}
      aria-label={name}
      data-testid="multiview-tile"
      data-tile={id}
      className={cn(
        'group absolute inset-0 bg-black [--frame-width:max(3px,0.8cqh)] [container-type:size] contain-strict',
        drag.isDragging && 'opacity-60',
      )}
    >
      <PreviewWell
        stream={stream}
        lowLayerOnly={lowLayerOnly && !isFullscreen}
        className="aspect-auto size-full"
        placeholder={
          <div className="text-[length:max(0.875rem,3.5cqh)] leading-snug">
            <p>{previewPlaceholder(status, signal)}</p>
            {isWaiting ? <p className="text-[0.85em]">{word}</p> : null}
          </div>
        }
      >
        <button
          ref={buttonRef}
          type="button"
          tabIndex={tabIndex}
          aria-pressed={isFull}
          aria-label={`Show ${name} full size`}
          onFocus={() => dispatch({ type: 'select', id })}
          onClick={() => {
            if (!drag.consumesClick()) dispatch({ type: 'enlarge', id });
          }}
          {...drag.handle}
          className="absolute inset-0 outline-none"
        />
        {status === 'active' ? <PictureGuides guides={guides} aspect={aspect} /> : null}
        <div className="pointer-events-none absolute inset-x-0 bottom-0">
          <div className="grid gap-1 py-1 pr-10 pl-2">
            <TileControls
              id={id}
              name={name}
              tileRef={tileRef}
              tabIndex={tabIndex}
              isAudible={isAudible}
              dispatch={dispatch}
            />
            {showsHealth ? <TileHealth stream={stream} isShown={isInView} /> : null}
          </div>
          <TileLabel
            {...drag.handle}
            number={position + 1}
            name={name}
            state={{ word, tone }}
            hidesWord={tone === 'live' || tone === 'degraded' || isWaiting}
            isAudible={isAudible}
            tally={tally}
          />
        </div>
        <TileAlarms stream={stream} />
        {status === 'active' && identity ? (
          <TileMeters participantIdentity={identity} isShown={isInView} isAudible={isAudible} />
        ) : null}
        <TileFrame tally={tally} isFailed={tone === 'failed'} isSelected={isSelected && !isFull && !isFullscreen} />
      </PreviewWell>
    </article>
  );
});

const lineClass = 'border-(length:--frame-width)';

interface TileFrameProps {
  tally: TallyState | null;
  isFailed: boolean;
  isSelected: boolean;
}

/**
 * What a tile's frames say, each by its line and one inside the other: tally is solid red or green, selected white, doubled
 * in black for white pictures, failed is dashed red.
 */
function TileFrame({ tally, isFailed, isSelected }: TileFrameProps) {
  return (
    <div aria-hidden className={cn('pointer-events-none absolute inset-x-0 top-0', aboveLabelClass)}>
      <div className={cn('absolute inset-0', tally && tallyFrameClass[tally])}>
        <div
          className={cn('absolute inset-0', isSelected && [lineClass, 'inset-ring-2 inset-ring-black border-white'])}
        >
          {isFailed ? (
            <div
              className={cn('absolute border-failed border-dashed', isSelected ? 'inset-0.5' : 'inset-0', lineClass)}
            />
          ) : null}
        </div>
      </div>
    </div>
  );
}
