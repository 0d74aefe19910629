'use client';

import { Activity, ArrowLeft, Keyboard, LayoutTemplate, Maximize, Timer } from 'lucide-react';
import Link from 'next/link';
import type { ActionDispatch, FocusEvent, RefObject } from 'react';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import { ShareButton } from '@/components/share/share-button';
import { ChimeButton } from '@/components/stream/alarms/chime-button';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';
import { BarToggle } from './bar/bar-toggle';
import { EventCountdown } from './bar/event-countdown';
import { LayoutButtons, pressedClass } from './bar/layout-buttons';
import { ViewMenu } from './bar/view-menu';
import { WallClock } from './bar/wall-clock';
import { toggleFullscreen } from './fullscreen';
import { useRunningMeters } from './meters/use-audio-meters';
import type { MultiviewAction, MultiviewState } from './multiview-state';

interface MultiviewBarProps {
  ref: RefObject<HTMLElement | null>;
  eventId: string;
  /** Undefined while it is loaded. */
  event: EventSummaryJson | undefined;
  streams: StreamJson[] | undefined;
  /** How many cameras there are, and how many of them have a tile. */
  cameras: { all: number; shown: number };
  multiview: MultiviewState;
  dispatch: ActionDispatch<[MultiviewAction]>;
  onPresets: () => void;
  onHelp: () => void;
  /** Called when the keyboard or a menu begins or ends to need the bar. */
  onHold: (isHeld: boolean) => void;
  hidden: boolean;
}

/** The multiview's controls. They slide away without input; a button that the mouse has pressed does not hold them. */
export function MultiviewBar({
  ref,
  eventId,
  event,
  streams,
  cameras,
  multiview,
  dispatch,
  onPresets,
  onHelp,
  onHold,
  hidden,
}: MultiviewBarProps) {
  const eventName = event?.attributes.name ?? '';
  const metersAreRunning = useRunningMeters() !== null;
  // Menus and dialogs are elsewhere on the page, but their focus is reported here, too.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    onHold(target.matches(':focus-visible') || target.closest('[role="menu"], [role="dialog"]') !== null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus of its controls
    <header
      ref={ref}
      onFocus={onFocus}
      onBlur={() => onHold(false)}
      className={cn(
        'fixed inset-x-0 top-[var(--strip-height,0px)] z-40 flex flex-wrap items-center gap-2 bg-canvas/95 px-3 py-2 transition-[opacity,transform]',
        hidden && '-translate-y-full opacity-0',
      )}
    >
      <Button asChild variant="ghost" className="px-2">
        <Link href={`/events/${eventId}`}>
          <ArrowLeft aria-hidden />
          Back
        </Link>
      </Button>
      <h1 dir="auto" className="min-w-32 flex-1 truncate font-semibold">
        {eventName}
      </h1>
      {cameras.shown < cameras.all ? (
        <p className="text-muted text-sm whitespace-nowrap">{`${cameras.shown} of ${cameras.all} cameras`}</p>
      ) : null}
      <ConnectionBadge isAnnounced={false} />
      {hidden ? null : (
        <>
          <WallClock />
          {event ? <EventCountdown event={event} /> : null}
        </>
      )}
      <LayoutButtons layout={multiview.layout} onLayout={(layout) => dispatch({ type: 'layout', layout })} />
      <ViewMenu multiview={multiview} dispatch={dispatch} />
      <Tooltip text="Presets" keys="P" isDark>
        <Button size="icon" aria-label="Presets" aria-keyshortcuts="P" onClick={onPresets}>
          <LayoutTemplate aria-hidden />
        </Button>
      </Tooltip>
      <BarToggle label="Health" keys="H" isOn={multiview.showsHealth} onToggle={() => dispatch({ type: 'health' })}>
        <Activity aria-hidden />
      </BarToggle>
      <BarToggle
        label="Frame lock"
        text="Frame lock: delays the faster cameras by up to 500 ms, so that all are in step"
        keys="K"
        isOn={multiview.locksFrames}
        onToggle={() => dispatch({ type: 'frame-lock' })}
      >
        <Timer aria-hidden />
      </BarToggle>
      <Tooltip text="Keyboard shortcuts" keys="?" isDark>
        <Button size="icon" aria-label="Keyboard shortcuts" onClick={onHelp} className="max-sm:hidden">
          <Keyboard aria-hidden />
        </Button>
      </Tooltip>
      <ChimeButton streams={streams} isDark className={pressedClass} />
      <ShareButton eventId={eventId} eventName={eventName} />
      <Tooltip text="Fullscreen" keys="F" isDark>
        <Button
          onClick={() => void toggleFullscreen(document.documentElement)}
          aria-keyshortcuts="F"
          className="max-sm:hidden"
        >
          <Maximize aria-hidden />
          Fullscreen
        </Button>
      </Tooltip>
      {metersAreRunning ? null : (
        <p className="w-full text-muted text-sm">Sound meters start with your first click or key press.</p>
      )}
    </header>
  );
}
