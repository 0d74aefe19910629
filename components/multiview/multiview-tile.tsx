'use client';

import { EyeOff, Gamepad2, Snowflake, VideoOff } from 'lucide-react';
import { type ActionDispatch, memo, useEffect, useRef, useState } from 'react';
import { toastFailure } from '@/components/controls/toast-failure';
import { PictureTrouble } from '@/components/preview/no-picture';
import { PreviewWell } from '@/components/preview/preview-well';
import { previewPlaceholder } from '@/components/preview/preview-words';
import { alarmsOf, isLoud } from '@/components/stream/alarms/alarm-words';
import { tallyFrameClass } from '@/components/stream/marks';
import { useShownState } from '@/components/stream/shown-state';
import { TalkMark } from '@/components/talkback/talkback-button';
import { cn } from '@/components/ui/cn';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useElapsedSeconds } from '@/lib/browser/page/clock';
import { formatCount } from '@/lib/browser/page/format-count';
import { useIsFullscreen } from '@/lib/browser/page/fullscreen';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useNextPad } from '@/lib/browser/ptz/use-next-pad';
import { useTally } from '@/lib/browser/tally/use-tally';
import { isProgram } from '@/lib/contracts/is-program';
import type { StreamJson } from '@/lib/contracts/streams';
import type { TallyState } from '@/lib/core/tally';
import { type Guides, PictureGuides } from './guides';
import { TileMeters } from './meters/tile-meters';
import type { MultiviewAction } from './multiview-state';
import { TileAlarms, TileHealth } from './tile-alarms';
import { type LoadedPtzControls, PlaceButton, PtzButton, TileControls } from './tile-controls';
import { TileGutter, tileRowsClass } from './tile-gutter';
import { useTileDrag } from './use-tile-drag';

const unfollowAfterMs = 3_000;

const onPadFailure = toastFailure('Camera not moved');

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
  /** Whether its label lies on its picture. */
  overlaysLabel: boolean;
  /** Whether its layout has few places, for which cameras are chosen. */
  hasPlace: boolean;
  /** Whether any camera of the event is recorded. */
  isEventRecorded: boolean;
  /** Limits it to the low layer unless it is fullscreen. */
  lowLayerOnly: boolean;
  /** Reads the display order when the tile is dragged. */
  readOrder: () => readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
  /** Makes it the next one on air; null where a press shows it full size. */
  onChoose: ((id: string) => void) | null;
}

/**
 * One camera of the multiview: its picture, below it name, state, alarms and audio, around it frames. Only guides and the
 * words of a picture that cannot be used lie on it, and the label where the user wants it so. A press shows it full
 * size; a drag moves it.
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
  overlaysLabel,
  hasPlace,
  isEventRecorded,
  lowLayerOnly,
  readOrder,
  dispatch,
  onChoose,
}: MultiviewTileProps) {
  const { id } = stream;
  const tileRef = useRef<HTMLElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const isInView = useInView(tileRef, unfollowAfterMs);
  const isFullscreen = useIsFullscreen(tileRef);
  const drag = useTileDrag(id, (to) => dispatch({ type: 'move', ids: readOrder(), id, to }));
  const [PtzControls, setPtzControls] = useState<LoadedPtzControls | null>(null);
  const { name, number, status, signal, participant_identity: identity } = stream.attributes;
  const { word, tone, fault } = useShownState(stream, useLatestSample(id, false));
  const tally = useTally(id);
  const isLarge = isFull || isFullscreen;
  const { ptz = null } = stream.attributes;
  const isOnPad = useNextPad(stream, onPadFailure);
  // The audience sees it: whatever the cause, it is not calm.
  const isOnAirAndRestarts = status === 'provisioning' && tally === 'program';
  const isLost = (status === 'active' && signal === 'lost') || isOnAirAndRestarts;
  const isWaiting = status === 'active' && signal === 'none';
  const alarms = alarmsOf(stream.attributes);
  const tabIndex = isTabStop ? 0 : -1;

  useEffect(() => {
    if (!isSelected) return;
    if (!tileRef.current?.contains(document.activeElement)) buttonRef.current?.focus({ preventScroll: true });
    if (!isFull) tileRef.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected, isFull]);

  useEffect(() => {
    if (!isLarge) setPtzControls(null);
  }, [isLarge]);

  return (
    <article
      ref={tileRef}
      aria-label={name}
      data-testid="multiview-tile"
      data-tile={id}
      className={cn('absolute inset-0 bg-black [container-type:size] contain-strict', drag.isDragging && 'opacity-60')}
    >
      {/* Room for the frames, so that none lies on the picture. */}
      <div
        className={cn(
          'absolute inset-0 grid grid-cols-1 [--frame-width:clamp(1.25px,0.5cqh,8px)]',
          !overlaysLabel && 'p-[calc(2*var(--frame-width))]',
          overlaysLabel ? tileRowsClass.overlay : isLarge ? tileRowsClass.full : tileRowsClass.usual,
        )}
      >
        <PreviewWell
          stream={stream}
          lowLayerOnly={lowLayerOnly && !isFullscreen}
          className="aspect-auto [container-type:size]"
          placeholder={
            isLost ? (
              <TileTrouble stream={stream} fault="camera_lost" />
            ) : (
              <div className="text-[length:max(0.75rem,3.5cqh)] leading-snug">
                <p>{previewPlaceholder(status)}</p>
                {isWaiting ? <p className="@max-[200px]:hidden text-[0.85em]">{word}</p> : null}
              </div>
            )
          }
        >
          <button
            ref={buttonRef}
            type="button"
            tabIndex={tabIndex}
            data-chooses={onChoose ? '' : undefined}
            aria-pressed={onChoose ? tally === 'preview' : isFull}
            aria-label={onChoose ? `Choose ${name} as next` : `Show ${name} full size`}
            onFocus={() => dispatch({ type: 'select', id })}
            onClick={() => {
              if (drag.consumesClick()) return;
              if (onChoose) onChoose(id);
              else dispatch({ type: 'enlarge', id });
            }}
            {...drag.handle}
            className="absolute inset-0 outline-none"
          />
          {status === 'active' ? <PictureGuides guides={guides} aspect={aspect} /> : null}
          {fault ? <TileTrouble stream={stream} fault={fault} /> : null}
          {ptz && PtzControls ? <PtzControls stream={stream} ptz={ptz} isOverlay /> : null}
        </PreviewWell>
        <TileGutter
          number={number}
          name={name}
          state={{ word, tone }}
          hidesWord={tone === 'live' || tone === 'degraded' || isWaiting || alarms.length > 0}
          isFull={isLarge}
          isOverlay={overlaysLabel}
          tally={tally}
          isProgram={isProgram(stream)}
          isUnrecorded={isEventRecorded && status === 'active' && stream.attributes.recording == null}
          handle={drag.handle}
          alarms={
            <>
              <TalkMark streamId={id} />
              {isOnPad ? (
                <span role="img" aria-label={`The gamepad moves ${name}`} title="The gamepad moves this camera">
                  <Gamepad2 aria-hidden className="size-4" />
                </span>
              ) : null}
              {alarms.length > 0 ? <TileAlarms stream={stream} alarms={alarms} /> : null}
            </>
          }
          figures={showsHealth ? <TileHealth stream={stream} isShown={isInView} /> : null}
        >
          {status === 'active' && identity ? (
            <TileMeters
              participantIdentity={identity}
              isShown={isInView}
              isAudible={isAudible}
              isSilent={alarms.some(({ kind }) => kind === 'silent')}
            />
          ) : null}
          {hasPlace ? (
            <PlaceButton stream={stream} tabIndex={tabIndex} readOrder={readOrder} dispatch={dispatch} />
          ) : null}
          {isLarge && ptz ? (
            <PtzButton
              name={name}
              tabIndex={tabIndex}
              isMoved={PtzControls !== null}
              onChange={(controls) => setPtzControls(() => controls)}
            />
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
        <TileFrame
          tally={tally}
          trouble={status === 'error' ? 'failed' : isLoud(stream.attributes) && tone !== 'failed' ? 'pending' : null}
          isSelected={isSelected && !isLarge}
        />
      </div>
    </article>
  );
});

const faults = {
  camera_lost: { icon: VideoOff, word: 'No picture' },
  picture_black: { icon: EyeOff, word: 'Black' },
  picture_frozen: { icon: Snowflake, word: 'Frozen' },
} as const;

interface TileTroubleProps {
  stream: StreamJson;
  fault: keyof typeof faults;
}

/** Covers a picture that arrives and cannot be used, as much as one that does not arrive. */
function TileTrouble({ stream, fault }: TileTroubleProps) {
  const since = stream.attributes.findings?.find(({ code }) => code === fault)?.since ?? null;
  const seconds = useElapsedSeconds(since);
  const { icon, word } = faults[fault];
  return (
    <PictureTrouble
      data-testid="picture-trouble"
      icon={icon}
      words={since === null ? word : `${word} ${formatCount(seconds)}`}
    >
      {fault === 'camera_lost' ? (
        <p className="text-[length:clamp(0.75rem,3.5cqi,1.75rem)] text-white/75">{previewPlaceholder('active')}</p>
      ) : null}
    </PictureTrouble>
  );
}

const troubleClass = { failed: 'border-failed', pending: 'border-pending' } as const;

interface TileFrameProps {
  tally: TallyState | null;
  /** Some trouble of the camera, by its color. */
  trouble: keyof typeof troubleClass | null;
  isSelected: boolean;
}

/**
 * A tile's frames, around its picture and its gutter, told apart by their lines. Tally is solid red or green. Trouble is
 * dashed, where no tally is. Selected is white, inside the tally.
 */
function TileFrame({ tally, trouble, isSelected }: TileFrameProps) {
  const tallyFrame = tally && tallyFrameClass[tally];
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      {trouble && !tallyFrame ? (
        <div
          className={cn(
            'absolute inset-0 border-[length:calc(2*var(--frame-width))] border-dashed',
            troubleClass[trouble],
          )}
        />
      ) : null}
      <div className={cn('absolute inset-0', tallyFrame)} />
      {isSelected ? (
        <div className="absolute inset-(--frame-width) border-(length:--frame-width) border-white" />
      ) : null}
    </div>
  );
}
