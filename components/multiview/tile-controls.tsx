import { ArrowLeftRight, Maximize, Move, Volume2, VolumeOff } from 'lucide-react';
import { type ActionDispatch, memo, type RefObject } from 'react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { useMay } from '@/lib/browser/api/use-may';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import type { StreamJson } from '@/lib/contracts/streams';
import type { MultiviewAction } from './multiview-state';

/** A button as high as the gutter; where a finger presses it, it takes some of the picture above, too. */
const controlClass =
  'relative grid h-[1.6em] w-[1.8em] place-items-center rounded-[0.2em] text-white/60 hover:bg-white/15 hover:text-white focus-visible:text-white aria-pressed:text-white pointer-coarse:w-9 pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-top-5 pointer-coarse:after:-bottom-1 [&_svg]:size-[1.1em]';

interface TileControlsProps {
  /** The camera's. */
  id: string;
  /** The camera's. */
  name: string;
  tileRef: RefObject<HTMLElement | null>;
  tabIndex: 0 | -1;
  isAudible: boolean;
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/**
 * A tile's own buttons: audio, and the whole screen. Their keys work on the selected tile. A tile that moves does not render
 * them again.
 */
export const TileControls = memo(function TileControls({
  id,
  name,
  tileRef,
  tabIndex,
  isAudible,
  dispatch,
}: TileControlsProps) {
  return (
    <div className="-mr-[0.3em] flex shrink-0">
      <Tooltip text={isAudible ? 'Sound off' : 'Sound on'} keys="M" isDark>
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Sound of ${name}`}
          aria-pressed={isAudible}
          aria-keyshortcuts="M"
          onClick={() => dispatch({ type: 'audio', id })}
          className={cn(controlClass, '@max-[200px]:hidden')}
        >
          {isAudible ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
        </button>
      </Tooltip>
      <Tooltip text="Fullscreen" keys="Shift F" isDark>
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Fullscreen ${name}`}
          aria-keyshortcuts="Shift+F"
          onClick={() => tileRef.current && void toggleFullscreen(tileRef.current)}
          className={controlClass}
        >
          <Maximize aria-hidden />
        </button>
      </Tooltip>
    </div>
  );
});

const loadPtzControls = () => import('@/components/ptz/ptz-controls').then(({ PtzControls }) => PtzControls);
/** Moves a camera; loaded on demand, because few cameras can be moved. */
export type LoadedPtzControls = Awaited<ReturnType<typeof loadPtzControls>>;

interface PtzButtonProps {
  /** The camera's. */
  name: string;
  tabIndex: 0 | -1;
  isMoved: boolean;
  /** Gets the controls, or null when they are to go. */
  onChange: (controls: LoadedPtzControls | null) => void;
}

/** Opens and closes a PTZ camera's controls over its picture. */
export function PtzButton({ name, tabIndex, isMoved, onChange }: PtzButtonProps) {
  const mayMove = useMay('ptz.use');
  if (!mayMove) return null;
  return (
    <Tooltip text={isMoved ? 'Close PTZ' : 'Move camera'} isDark>
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={`PTZ of ${name}`}
        aria-pressed={isMoved}
        onClick={async () => onChange(isMoved ? null : await loadPtzControls())}
        className={cn(controlClass, 'shrink-0')}
      >
        <Move aria-hidden />
      </button>
    </Tooltip>
  );
}

const loadPlaceMenu = () => import('./place-menu').then(({ PlaceMenu }) => PlaceMenu);

interface PlaceButtonProps {
  /** The camera that has the place. */
  stream: StreamJson;
  tabIndex: 0 | -1;
  /** Reads the display order when another camera is chosen. */
  readOrder: () => readonly string[];
  dispatch: ActionDispatch<[MultiviewAction]>;
}

/** Chooses the camera of a tile in a layout with few places, also one that has none. */
export function PlaceButton({ stream, tabIndex, readOrder, dispatch }: PlaceButtonProps) {
  return (
    <LazyPopup
      kind="menu"
      load={loadPlaceMenu}
      props={{ streamId: stream.id, eventId: stream.attributes.event_id, readOrder, dispatch }}
      trigger={
        <button
          type="button"
          tabIndex={tabIndex}
          title="Choose another camera"
          aria-label={`Choose another camera for the place of ${stream.attributes.name}`}
          className={cn(controlClass, 'shrink-0')}
        >
          <ArrowLeftRight aria-hidden />
        </button>
      }
    />
  );
}
