'use client';

import { useRef, useState } from 'react';
import { Failure } from '@/components/controls/failure';
import { toastFailure } from '@/components/controls/toast-failure';
import { usePageTitle } from '@/components/shell/use-page-title';
import { useChime } from '@/components/stream/alarms/chime';
import { StateAnnouncer } from '@/components/stream/state-announcer';
import { troubledTitle } from '@/components/stream/trouble';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvent } from '@/lib/browser/data/use-events';
import { useStreams } from '@/lib/browser/data/use-streams';
import { EventClockProvider } from '@/lib/browser/page/event-clock';
import { useAfterPaint } from '@/lib/browser/page/use-after-paint';
import { useElementSize } from '@/lib/browser/page/use-element-size';
import { useTemporaryFlag } from '@/lib/browser/page/use-temporary-flag';
import { useProgramDesk } from '@/lib/browser/tally/use-program-desk';
import { arrangeCameras } from './arranged-cameras';
import { BottomBars } from './bar/bottom-bars';
import { useMultiviewCommands } from './keys/multiview-commands';
import { usePlacements } from './layout/lay-out';
import { useLeadingOrder } from './layout/leading-order';
import { AudioMetersProvider } from './meters/audio-meters';
import { useMultiviewAddress } from './multiview-address';
import { MultiviewBar } from './multiview-bar';
import { type MultiviewDialog, MultiviewDialogs } from './multiview-dialogs';
import { MultiviewGrid, NoCameras } from './multiview-grid';
import { recallAction, useSharedArrangement } from './presets/recall';
import { usePreloadedReplay } from './replay/replay';
import { useFrameLock } from './use-frame-lock';
import { useIdle } from './use-idle';
import { useMultiview } from './use-multiview';

const hideAfterMs = 2_500;

const onCutFailure = toastFailure('Not cut', 'The program is as before. Try again.');

/** All cameras of an event, edge to edge and dark in both themes, controlled by keys. */
export function MultiviewScreen({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  const { data: streams, error: streamsError } = useStreams(eventId);
  const [multiview, dispatch] = useMultiview(eventId);
  const [opened, open] = useState<MultiviewDialog | null>(null);
  const [isBarHeld, holdBar] = useState(false);
  const mainRef = useRef<HTMLElement>(null);
  const screen = useElementSize(mainRef);
  const idle = useIdle(hideAfterMs);
  const mayCut = useMay('program.cut');
  const [isLinkCopied, showLinkCopied] = useTemporaryFlag();
  const [news, tellNews] = useState('');
  // The button responds at once; the figures of all tiles render after that.
  const showsHealth = useAfterPaint(multiview.showsHealth);
  usePageTitle(event.data ? troubledTitle(streams ?? [], event.data.attributes.name) : null);
  useChime(streams);
  usePreloadedReplay(streams?.some(({ attributes }) => attributes.recording !== null) ?? false);

  const arranged = useLeadingOrder(arrangeCameras(streams ?? [], multiview), multiview.layout);
  const { cameras, ids, allIds, offIds, troubledIds, selected, currentId, fullId } = arranged;
  const { layout, locksFrames, hand, hidesOff } = multiview;
  const { whole, shown } = usePlacements({ ids, offIds, troubledIds, fullId, multiview, screen });
  const directed = event.data?.attributes.multiview ?? null;
  const current = useSharedArrangement({ eventId, multiview, arranged, directed, isLoaded: !!streams, dispatch });
  useMultiviewAddress({ cameras, layout, fullId, locksFrames, follows: hand === 'follow' }, dispatch);
  useFrameLock(locksFrames, cameras);
  const desk = useProgramDesk(eventId, multiview.cuts && mayCut, streams, onCutFailure);
  useMultiviewCommands({
    eventId,
    multiview,
    arranged,
    whole,
    open,
    dispatch,
    choose: desk?.choose ?? null,
    cut: desk?.cut ?? null,
    mayCut,
  });
  const error = (event.data ? null : event.error) ?? (streams ? null : streamsError);
  const isBarHidden = idle && !isBarHeld && !error && opened === null && cameras.length > 0;

  return (
    <EventClockProvider timeZone={event.data?.attributes.time_zone}>
      <AudioMetersProvider>
        <div
          data-testid="multiview"
          data-idle={idle || undefined}
          className={cn(
            'dark flex h-[calc(100dvh-var(--strip-height,0px))] flex-col bg-canvas text-ink',
            idle && 'cursor-none',
          )}
        >
          <MultiviewBar
            eventId={eventId}
            event={event.data}
            cameraCount={allIds.length}
            shownCount={shown.tiles.filter(Boolean).length}
            layout={layout}
            showsFilmstrip={multiview.showsFilmstrip}
            hidesOff={hidesOff}
            hand={hand}
            pinsClock={multiview.pinsClock}
            overlaysLabels={multiview.overlaysLabels}
            guides={multiview.guides}
            showsHealth={multiview.showsHealth}
            locksFrames={locksFrames}
            cuts={multiview.cuts}
            dispatch={dispatch}
            isLinkCopied={isLinkCopied}
            onLinkCopied={showLinkCopied}
            onOpen={open}
            isReading={opened === 'comments'}
            onNews={tellNews}
            onHold={holdBar}
            hidden={isBarHidden}
          />
          {/* It has no scroll bar, whose width would change what it depends on. */}
          <main
            ref={mainRef}
            className="relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto [scrollbar-width:none]"
          >
            {error ? (
              <div className="absolute inset-x-0 z-30 mx-auto max-w-md px-4 pt-32">
                <Failure error={error} text="Failed to load multiview" />
              </div>
            ) : null}
            {streams && cameras.length === 0 && !error ? (
              <NoCameras
                eventId={eventId}
                hasHidden={streams.length > 0}
                onShow={() => dispatch({ type: 'off-cameras' })}
              />
            ) : null}
            <MultiviewGrid
              streams={cameras}
              ids={ids}
              multiview={{ ...multiview, showsHealth }}
              placement={shown}
              tabStopId={currentId}
              dispatch={dispatch}
              onChoose={desk?.choose ?? null}
            />
          </main>
          <BottomBars
            eventId={eventId}
            event={event.data}
            streams={streams ?? []}
            desk={desk}
            mayCut={mayCut}
            pinsClock={multiview.pinsClock}
          />
          <StateAnnouncer streams={streams}>
            <p>{isLinkCopied ? 'The link is copied.' : null}</p>
            <p>{news}</p>
            <p>
              {selected
                ? `${selected.attributes.name}, position ${ids.indexOf(selected.id) + 1} of ${ids.length}`
                : null}
            </p>
          </StateAnnouncer>
          <MultiviewDialogs
            eventId={eventId}
            cameras={cameras}
            opened={opened}
            ids={ids}
            current={current}
            onRecall={({ attributes }) => dispatch(recallAction(attributes, allIds))}
            onShow={(id) => {
              if (id !== fullId) dispatch({ type: 'enlarge', id });
            }}
            onClose={() => open(null)}
          />
        </div>
      </AudioMetersProvider>
    </EventClockProvider>
  );
}
