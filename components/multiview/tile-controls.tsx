import { Maximize, Volume2, VolumeOff } from 'lucide-react';
import { type ActionDispatch, memo, type RefObject } from 'react';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import type { MultiviewAction } from './multiview-state';

/** A button as high as the gutter; where a finger presses it, it takes some of the picture above, too. */
export const controlClass =
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
 * A tile's own buttons: sound, and the whole screen. Their keys work on the selected tile. A tile that moves does not render
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
