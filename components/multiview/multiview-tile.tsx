'use client';

import { Maximize, Volume2, VolumeOff } from 'lucide-react';
import { type ActionDispatch, memo, useEffect, useRef } from 'react';
import { PreviewWell } from '@/components/preview/preview-well';
import { previewPlaceholder } from '@/components/preview/preview-words';
import { useShownState } from '@/components/stream/shown/use-shown-state';
import { StateMark } from '@/components/stream/state-mark';
import { toneClass } from '@/components/stream/tone-class';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { useInView } from '@/lib/browser/page/use-in-view';
import type { StreamJson } from '@/lib/contracts/streams';
import { toggleFullscreen, useIsFullscreen } from './fullscreen';
import { TileMeters } from './meters/tile-meters';
import type { MultiviewAction } from './multiview-state';
import { TileHealth } from './tile-health';
import { useTileDrag } from './use-tile-drag';

const unfollowAfterMs = 3_000;

interface MultiviewTileProps {
  stream: StreamJson;
  /** Its position on the multiview, from 0. */
  position: number;
  isSelected: boolean;
  /** Whether it is the one tile that Tab reaches. */
  isTabStop: boolean;
  isFull: boolean;
  isAudible: boolean;
  showsHealth: boolean;
  /** Limits it to the low layer unless it is full. */
  lowLayerOnly: boolean;
  /** Reads the display order when the tile is dragged. */
  readOrder: () => readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
}

const controlClass =
  'bg-black/75 text-white opacity-0 hover:bg-black hover:text-white focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:not-in-data-idle:opacity-100 in-data-idle:not-focus-visible:pointer-events-none in-data-idle:not-focus-visible:opacity-0';

/** One camera of the multiview: video, name, state, audio. A press shows it full size; a drag moves it. */
export const MultiviewTile = memo(function MultiviewTile({
  stream,
  position,
  isSelected,
  isTabStop,
  isFull,
  isAudible,
  showsHealth,
  lowLayerOnly,
  readOrder,
  dispatch,
}: MultiviewTileProps) {
  const { id } = stream;
  const slotRef = useRef<HTMLDivElement>(null);
  const tileRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const isInView = useInView(tileRef, unfollowAfterMs);
  const isFullscreen = useIsFullscreen(tileRef);
  const drag = useTileDrag(id, (to) => dispatch({ type: 'move', ids: readOrder(), id, to }));
  const { name, status, signal, participant_identity: identity } = stream.attributes;
  const { word, tone } = useShownState(stream);
  const isWaiting = status === 'active' && signal === 'none';
  const tabIndex = isTabStop ? 0 : -1;

  useEffect(() => {
    if (!isSelected) return;
    if (!tileRef.current?.contains(document.activeElement)) buttonRef.current?.focus({ preventScroll: true });
    if (!isFull) slotRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected, isFull]);

  return (
    <div
      ref={slotRef}
      style={{ order: position }}
      className="relative aspect-[16/10] w-full sm:max-h-(--tile-max-height)"
    >
      <article
        ref={tileRef}
        aria-label={name}
        data-testid="multiview-tile"
        data-tile={id}
        className={cn(
          'group inset-0 bg-black contain-strict',
          isFull ? 'fixed z-30' : 'absolute',
          drag.isDragging && 'opacity-60',
        )}
      >
        <PreviewWell
          stream={stream}
          lowLayerOnly={lowLayerOnly && !isFull && !isFullscreen}
          className="aspect-auto size-full"
          placeholder={
            isWaiting ? (
              <div>
                <p>{previewPlaceholder(status)}</p>
                <p className="text-sm">{word}</p>
              </div>
            ) : undefined
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
          <div className="pointer-events-none absolute inset-x-2 bottom-2 grid gap-1 pr-2">
            {showsHealth ? <TileHealth stream={stream} isShown={isInView} /> : null}
            <div className="flex min-w-0 items-end gap-1">
              <p
                {...drag.handle}
                className="pointer-events-auto flex min-w-0 cursor-grab touch-none items-center gap-1.5 rounded-md bg-black/75 px-2 py-0.5 font-medium text-sm text-white select-none"
              >
                {isAudible ? <Volume2 aria-label="Sound on" className="size-3.5 shrink-0" /> : null}
                <span className="truncate">{name}</span>
              </p>
              <div className="pointer-events-auto ml-auto flex gap-1">
                <Button
                  variant="ghost"
                  size="icon"
                  tabIndex={tabIndex}
                  aria-label={`Sound of ${name}`}
                  aria-pressed={isAudible}
                  onClick={() => dispatch({ type: 'audio', id })}
                  className={controlClass}
                >
                  {isAudible ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  tabIndex={tabIndex}
                  aria-label={`Fullscreen ${name}`}
                  onClick={() => tileRef.current && void toggleFullscreen(tileRef.current)}
                  className={controlClass}
                >
                  <Maximize aria-hidden />
                </Button>
              </div>
              <p
                role="status"
                className={cn(
                  'flex h-6 shrink-0 items-center gap-1.5 rounded-md bg-black/75 px-2 font-medium text-sm',
                  toneClass[tone],
                )}
              >
                <StateMark tone={tone} />
                <span className={cn((tone === 'live' || tone === 'degraded' || isWaiting) && 'sr-only')}>{word}</span>
              </p>
            </div>
          </div>
          {status === 'active' && identity ? (
            <TileMeters participantIdentity={identity} isShown={isInView} isAudible={isAudible} />
          ) : null}
          <div
            aria-hidden
            className={cn(
              'pointer-events-none absolute inset-0',
              tone === 'failed' && 'border-2 border-failed border-dashed',
              isSelected && !isFull && !isFullscreen && 'outline-2 outline-ink -outline-offset-2',
            )}
          />
        </PreviewWell>
      </article>
    </div>
  );
});
