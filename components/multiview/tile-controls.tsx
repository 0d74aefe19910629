import { Maximize, Volume2, VolumeOff } from 'lucide-react';
import { type ActionDispatch, memo, type RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { Tooltip } from '@/components/ui/tooltip';
import { toggleFullscreen } from './fullscreen';
import type { MultiviewAction } from './multiview-state';

/** On a small tile a finger's target would be its middle: there a tap makes it large, with the controls. */
const controlClass =
  'pointer-coarse:@max-[320px]:hidden bg-black/75 text-white opacity-0 hover:bg-black hover:text-white focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:not-in-data-idle:opacity-100 in-data-idle:not-focus-visible:pointer-events-none in-data-idle:not-focus-visible:opacity-0';

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
    <div className="pointer-events-auto flex gap-1 justify-self-end">
      <Tooltip text={isAudible ? 'Sound off' : 'Sound on'} keys="M" isDark>
        <Button
          variant="ghost"
          size="icon"
          tabIndex={tabIndex}
          aria-label={`Sound of ${name}`}
          aria-pressed={isAudible}
          aria-keyshortcuts="M"
          onClick={() => dispatch({ type: 'audio', id })}
          className={controlClass}
        >
          {isAudible ? <Volume2 aria-hidden /> : <VolumeOff aria-hidden />}
        </Button>
      </Tooltip>
      <Tooltip text="Fullscreen" keys="Shift F" isDark>
        <Button
          variant="ghost"
          size="icon"
          tabIndex={tabIndex}
          aria-label={`Fullscreen ${name}`}
          aria-keyshortcuts="Shift+F"
          onClick={() => tileRef.current && void toggleFullscreen(tileRef.current)}
          className={controlClass}
        >
          <Maximize aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
});
