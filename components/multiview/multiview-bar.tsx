'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { type FocusEvent, memo } from 'react';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import { QuietAlarms } from '@/components/stream/alarms/quiet-alarms';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import type { EventSummaryJson } from '@/lib/contracts/events';
import { BarActions } from './bar/bar-actions';
import { EventCountdown } from './bar/event-countdown';
import { LayoutButtons } from './bar/layout-buttons';
import { ViewButton, type ViewButtonProps } from './bar/view-button';
import { WallClock } from './bar/wall-clock';
import { useRunningMeters } from './meters/use-audio-meters';

interface MultiviewBarProps extends Omit<ViewButtonProps, 'eventId' | 'onOpen'> {
  eventId: string;
  /** Undefined while it is loaded. */
  event: EventSummaryJson | undefined;
  cameraCount: number;
  /** How many of the cameras have a tile. */
  shownCount: number;
  isLinkCopied: boolean;
  onLinkCopied: () => void;
  onOpen: (dialog: 'presets' | 'help' | 'replay') => void;
  /** Says that the screen may go to sleep; null while it stays awake. */
  sleep: string | null;
  /** Called when the keyboard or a menu begins or ends to need the bar. */
  onHold: (isHeld: boolean) => void;
  hidden: boolean;
}

/**
 * The multiview's controls. They float above the cameras, move none of them, and slide away without input; a button that
 * the mouse has pressed does not hold them. Neither selecting a tile nor a camera's news renders them again: that would
 * take longer than all that changes.
 */
export const MultiviewBar = memo(function MultiviewBar({
  eventId,
  event,
  cameraCount,
  shownCount,
  dispatch,
  isLinkCopied,
  onLinkCopied,
  onOpen,
  sleep,
  onHold,
  hidden,
  ...view
}: MultiviewBarProps) {
  const eventName = event?.attributes.name ?? '';
  const metersAreRunning = useRunningMeters() !== null;
  // Menus and dialogs are elsewhere on the page, but their focus is reported here, too.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    onHold(target.matches(':focus-visible') || target.closest('[role="menu"], [role="dialog"]') !== null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus of its controls
    <header
      onFocus={onFocus}
      onBlur={() => onHold(false)}
      className={cn(
        'fixed inset-x-0 top-[var(--strip-height,0px)] z-40 flex flex-wrap items-center gap-2 bg-canvas/95 px-3 py-1 transition-[opacity,transform]',
        hidden && '-translate-y-full opacity-0',
      )}
    >
      <Button asChild variant="ghost" className="px-2">
        <Link href={`/events/${eventId}`}>
          <ArrowLeft aria-hidden />
          Back
        </Link>
      </Button>
      <h1 dir="auto" className="min-w-24 flex-1 truncate font-semibold">
        {eventName}
      </h1>
      {shownCount < cameraCount ? (
        <p className="text-muted text-sm whitespace-nowrap">{`${shownCount} of ${cameraCount} cameras`}</p>
      ) : null}
      {view.hand === 'own' ? null : (
        <p className="text-muted text-sm">{view.hand === 'direct' ? 'Directing' : 'Following'}</p>
      )}
      {hidden || view.pinsClock ? null : <QuietAlarms event={event} />}
      <ConnectionBadge isAnnounced={false} />
      {hidden || view.pinsClock ? null : (
        <>
          <WallClock />
          {event ? <EventCountdown event={event} /> : null}
        </>
      )}
      <LayoutButtons layout={view.layout} onLayout={(layout) => dispatch({ type: 'layout', layout })} />
      <ViewButton {...view} eventId={eventId} dispatch={dispatch} onOpen={onOpen} />
      <BarActions
        eventId={eventId}
        eventName={eventName}
        isLinkCopied={isLinkCopied}
        onLinkCopied={onLinkCopied}
        showsHealth={view.showsHealth}
        locksFrames={view.locksFrames}
        dispatch={dispatch}
        onOpen={onOpen}
      />
      {sleep ? <p className="w-full text-muted text-sm">{sleep}</p> : null}
      {metersAreRunning ? null : (
        <p className="w-full text-muted text-sm">Sound meters start with your first click or key press.</p>
      )}
    </header>
  );
});
