'use client';

import { ArrowLeft, Search, SlidersHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { type ComponentProps, type FocusEvent, memo } from 'react';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { QuietAlarms } from '@/components/stream/alarms/quiet-alarms';
import { manyCameras } from '@/components/stream/camera-kinds';
import { Button } from '@/components/ui/button';
import { pressedClass, roomyWordClass } from '@/components/ui/button-variants';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { diagnoseScreen, useWakeLock } from '@/lib/browser/viewer/use-wake-lock';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { MultiviewLayout } from '@/lib/contracts/multiview-layouts';
import { BarActions } from './bar/bar-actions';
import { Clock, EventCountdown } from './bar/clock';
import type { ViewMenu } from './bar/view-menu';
import { layoutWords } from './layout/layout-words';
import { useRunningMeters } from './meters/audio-meters';
import type { MultiviewDialog } from './multiview-dialogs';
import { hasMainTile } from './multiview-state';

// Its first comment may come after the pictures.
const NewComment = dynamic(() => import('./bar/new-comment').then(({ NewComment }) => NewComment), { ssr: false });

interface MultiviewBarProps extends Omit<ViewButtonProps, 'eventId' | 'onOpen' | 'isMany'> {
  eventId: string;
  /** Undefined while it is loaded. */
  event: EventSummaryJson | undefined;
  cameraCount: number;
  /** How many of the cameras have a tile. */
  shownCount: number;
  isLinkCopied: boolean;
  onLinkCopied: () => void;
  onOpen: (dialog: MultiviewDialog) => void;
  /** Whether the comments are open. */
  isReading: boolean;
  /** Hands the words of a new comment to the page's live region. */
  onNews: (words: string) => void;
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
  isReading,
  onNews,
  onHold,
  hidden,
  ...view
}: MultiviewBarProps) {
  const eventName = event?.attributes.name ?? '';
  const sleep = diagnoseScreen(useWakeLock());
  const metersAreRunning = useRunningMeters() !== null;
  // Menus and dialogs are elsewhere on the page, but their focus is reported here, too.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    onHold(target.matches(':focus-visible') || target.closest('[role="menu"], [role="dialog"]') !== null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus of its controls
    <div
      onFocus={onFocus}
      onBlur={() => onHold(false)}
      className={cn(
        'fixed inset-x-0 top-[var(--strip-height,0px)] z-40 transition-transform',
        hidden && '-translate-y-full',
      )}
    >
      <header
        className={cn(
          'flex flex-wrap items-center gap-1.5 bg-canvas/95 px-3 py-1 min-[1720px]:gap-2 transition-opacity',
          hidden && 'opacity-0',
        )}
      >
        <Button asChild variant="ghost" className="px-2">
          <Link href={`/events/${eventId}`}>
            <ArrowLeft aria-hidden />
            <span className={roomyWordClass}>Back</span>
          </Link>
        </Button>
        <h1 dir="auto" className="min-w-24 flex-1 truncate font-semibold">
          {eventName}
        </h1>
        {cameraCount >= manyCameras ? (
          // Where there is no room for it, it is in the menu of the view.
          <Tooltip text="By number, name or state" keys="/" isDark>
            <Button
              variant="ghost"
              aria-keyshortcuts="/"
              className="px-2 max-2xl:hidden"
              onClick={() => onOpen('cameras')}
            >
              <Search aria-hidden />
              Find a camera
            </Button>
          </Tooltip>
        ) : null}
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
            <Clock />
            {event ? <EventCountdown event={event} /> : null}
          </>
        )}
        <LayoutButtons layout={view.layout} onLayout={(layout) => dispatch({ type: 'layout', layout })} />
        <ViewButton
          {...view}
          eventId={eventId}
          isMany={cameraCount >= manyCameras}
          dispatch={dispatch}
          onOpen={onOpen}
        />
        <BarActions
          eventId={eventId}
          eventName={eventName}
          isLinkCopied={isLinkCopied}
          onLinkCopied={onLinkCopied}
          showsHealth={view.showsHealth}
          locksFrames={view.locksFrames}
          cuts={view.cuts}
          dispatch={dispatch}
          onOpen={onOpen}
        />
        {sleep ? <p className="w-full text-muted text-sm">{sleep}</p> : null}
        {metersAreRunning ? null : (
          <p className="w-full text-muted text-sm">Sound meters start with your first click or key press.</p>
        )}
      </header>
      <NewComment
        eventId={eventId}
        isReading={isReading}
        isBarHidden={hidden}
        onOpen={() => onOpen('comments')}
        onNews={onNews}
      />
    </div>
  );
});

const loadViewMenu = () => import('./bar/view-menu').then(({ ViewMenu }) => ViewMenu);

type ViewButtonProps = Omit<ComponentProps<typeof ViewMenu>, 'trigger'>;

/** Opens the menu of what the multiview shows. It has the name of a layout with large and small tiles. */
function ViewButton(props: ViewButtonProps) {
  const name = hasMainTile(props.layout) ? layoutWords[props.layout] : null;
  return (
    <Tooltip text="Layouts, and what else is shown" isDark>
      <span className="flex">
        <LazyPopup
          kind="menu"
          load={loadViewMenu}
          props={props}
          trigger={
            <Button aria-label={name ? `View: ${name}` : 'View'} className="max-[1720px]:px-2">
              <SlidersHorizontal aria-hidden />
              <span className={name ? 'max-sm:hidden' : 'max-[1720px]:sr-only'}>{name ?? 'View'}</span>
            </Button>
          }
        />
      </span>
    </Tooltip>
  );
}

const choices = [
  { layout: 'auto', text: 'Auto' },
  { layout: '1', text: '1' },
  { layout: '2', text: '2' },
  { layout: '3', text: '3' },
  { layout: '4', text: '4' },
  { layout: 'program', text: 'Program' },
] as const;

interface LayoutButtonsProps {
  layout: MultiviewLayout;
  onLayout: (layout: MultiviewLayout) => void;
}

/** Auto, columns at most, or what is on air large. */
function LayoutButtons({ layout, onLayout }: LayoutButtonsProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-md border border-line-strong">
      <legend className="sr-only">Columns</legend>
      {choices.map((choice) => (
        <Tooltip key={choice.layout} text={layoutWords[choice.layout]} isDark>
          <button
            type="button"
            aria-pressed={layout === choice.layout}
            aria-label={layoutWords[choice.layout]}
            onClick={() => onLayout(choice.layout)}
            className={cn(
              'h-8 min-w-8 px-2 font-medium text-muted -outline-offset-2 hover:bg-control pointer-coarse:h-11 pointer-coarse:min-w-11',
              pressedClass,
            )}
          >
            {choice.text}
          </button>
        </Tooltip>
      ))}
    </fieldset>
  );
}
