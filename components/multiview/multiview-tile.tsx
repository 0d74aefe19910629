'use client';

import { type ActionDispatch, memo, useEffect, useRef } from 'react';
import { PreviewWell } from '@/components/preview/preview-well';
import { previewPlaceholder } from '@/components/preview/preview-words';
import { alarmsOf } from '@/components/stream/alarms/alarm-words';
import { useShownState } from '@/components/stream/shown/use-shown-state';
import { TalkMark } from '@/components/talkback/talk-mark';
import { tallyFrameClass } from '@/components/tally/tally-frame-class';
import { cn } from '@/components/ui/cn';
import { useLatestSample } from '@/lib/browser/data/use-latest-sample';
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
import { TileGutter, tileRowsClass } from './tile-gutter';
import { TileHealth } from './tile-health';
import { useTileDrag } from './use-tile-drag';

const unfollowAfterMs = 3_000;

interface MultiviewTileProps {
  stream: StreamJson;
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

/**
 * One camera of the multiview: its picture, and below it name, state, alarms, audio. Nothing but frames and guides lies on a
 * picture. A press shows it full size; a drag moves it.
 */
export const MultiviewTile = memo(function MultiviewTile({
  stream,
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
  const { name, number, status, signal, participant_identity: identity } = stream.attributes;
  const { word, tone } = useShownState(stream, useLatestSample(id, false));
  const tally = useTally(id);
  const isLarge = isFull || isFullscreen;
  const isLost = status === 'active' && signal === 'lost';
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
        'absolute inset-0 grid grid-cols-1 bg-black [container-type:size] contain-strict',
        isLarge ? tileRowsClass.full : tileRowsClass.usual,
        drag.isDragging && 'opacity-60',
      )}
    >
      <PreviewWell
        stream={stream}
        lowLayerOnly={lowLayerOnly && !isFullscreen}
        className="aspect-auto [--frame-width:max(3px,0.8cqh)] [container-type:size]"
        placeholder={
          <div className="text-[length:max(0.75rem,3.5cqh)] leading-snug">
            {isLost ? <p className="font-semibold text-[length:max(1.125rem,9cqh)] text-white">No picture</p> : null}
            <p>{previewPlaceholder(status)}</p>
            {isWaiting ? <p className="@max-[200px]:hidden text-[0.85em]">{word}</p> : null}
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
        <TileFrame tally={tally} isFailed={tone === 'failed'} isSelected={isSelected && !isLarge} />
      </PreviewWell>
      <TileGutter
        number={number}
        name={name}
        state={{ word, tone }}
        hidesWord={tone === 'live' || tone === 'degraded' || isWaiting || alarmsOf(stream.attributes).length > 0}
        isFull={isLarge}
        tally={tally}
        isRecording={stream.attributes.recording != null}
        handle={drag.handle}
        alarms={
          <>
            <TalkMark streamId={id} />
            <TileAlarms stream={stream} />
          </>
        }
        figures={showsHealth ? <TileHealth stream={stream} isShown={isInView} /> : null}
      >
        {status === 'active' && identity ? (
          <TileMeters participantIdentity={identity} isShown={isInView} isAudible={isAudible} />
        ) : null}
        <TileControls
          id={id}
          name={name}
          tileRef={tileRef}
          tabIndex={tabIndex}
          isAudible={isAudible}
          dispatch={dispatch}
        />
      </TileGutter>
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
 * A tile's nested frames, told apart by their lines. Tally is solid red or green and failed is dashed red. Selected is
 * white, doubled in black for white pictures.
 */
function TileFrame({ tally, isFailed, isSelected }: TileFrameProps) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
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
