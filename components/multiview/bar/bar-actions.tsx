import { Activity, Keyboard, LayoutTemplate, Maximize, Rewind, Timer } from 'lucide-react';
import { type ActionDispatch, memo } from 'react';
import { ShareButton } from '@/components/share/share-button';
import { ChimeButton } from '@/components/stream/alarms/chime-button';
import { TalkbackButton } from '@/components/talkback/talkback-button';
import { Button } from '@/components/ui/button';
import { pressedClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { toggleFullscreen } from '@/lib/browser/page/fullscreen';
import type { MultiviewAction, MultiviewState } from '../multiview-state';
import { BarMark } from './bar-mark';
import { BarRecorder } from './bar-recorder';
import { BarToggle } from './bar-toggle';

interface BarActionsProps extends Pick<MultiviewState, 'showsHealth' | 'locksFrames'> {
  eventId: string;
  eventName: string;
  isLinkCopied: boolean;
  onLinkCopied: () => void;
  dispatch: ActionDispatch<[MultiviewAction]>;
  onOpen: (dialog: 'presets' | 'help' | 'replay') => void;
}

/** The buttons of the multiview's bar that have nothing to do with its layout, whose change does not render them again. */
export const BarActions = memo(function BarActions({
  eventId,
  eventName,
  isLinkCopied,
  onLinkCopied,
  showsHealth,
  locksFrames,
  dispatch,
  onOpen,
}: BarActionsProps) {
  return (
    <>
      <TalkbackButton eventId={eventId} isDark className={pressedClass} />
      <BarRecorder eventId={eventId} />
      <BarMark eventId={eventId} />
      <Tooltip text="Replay" keys="R" isDark>
        <Button size="icon" aria-label="Replay" aria-keyshortcuts="R" onClick={() => onOpen('replay')}>
          <Rewind aria-hidden />
        </Button>
      </Tooltip>
      <Tooltip text="Presets" keys="P" isDark>
        <Button
          size="icon"
          aria-label="Presets"
          aria-keyshortcuts="P"
          onClick={() => onOpen('presets')}
          className="max-sm:hidden"
        >
          <LayoutTemplate aria-hidden />
        </Button>
      </Tooltip>
      <BarToggle label="Health" keys="H" isOn={showsHealth} onToggle={() => dispatch({ type: 'health' })}>
        <Activity aria-hidden />
      </BarToggle>
      <BarToggle
        label="Frame lock"
        text="Frame lock: delays the faster cameras by up to 500 ms, so that all are in step"
        keys="K"
        isOn={locksFrames}
        onToggle={() => dispatch({ type: 'frame-lock' })}
      >
        <Timer aria-hidden />
      </BarToggle>
      <Tooltip text="Keyboard shortcuts" keys="?" isDark>
        <Button size="icon" aria-label="Keyboard shortcuts" onClick={() => onOpen('help')} className="max-sm:hidden">
          <Keyboard aria-hidden />
        </Button>
      </Tooltip>
      <ChimeButton isDark className={cn(pressedClass, 'max-sm:hidden')} />
      <ShareButton eventId={eventId} eventName={eventName} isCopied={isLinkCopied} onCopied={onLinkCopied} />
      <Tooltip text="Fullscreen" keys="F" isDark>
        <Button
          onClick={() => void toggleFullscreen(document.documentElement)}
          aria-keyshortcuts="F"
          className="max-sm:hidden"
        >
          <Maximize aria-hidden />
          <span className="max-2xl:sr-only">Fullscreen</span>
        </Button>
      </Tooltip>
    </>
  );
});
