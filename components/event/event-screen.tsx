'use client';

import { ChevronDown, LayoutGrid } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { EventTabs } from '@/components/controls/event-tabs';
import { BackLink } from '@/components/controls/section';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import { EventRecorder } from '@/components/recordings/record-all-button';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { usePageTitle } from '@/components/shell/use-page-title';
import { QuietAlarms } from '@/components/stream/alarms/quiet-alarms';
import { onAirWords } from '@/components/stream/marks';
import { isLive, useShownSummary } from '@/components/stream/shown-state';
import { StateAnnouncer } from '@/components/stream/state-announcer';
import { troubledTitle } from '@/components/stream/trouble';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvent } from '@/lib/browser/data/use-events';
import { useStreamPower } from '@/lib/browser/data/use-stream-power';
import { useAddedStreams, useStreams } from '@/lib/browser/data/use-streams';
import { toast } from '@/lib/browser/page/toast';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { StreamJson } from '@/lib/contracts/streams';
import { AddCameraTile, AddStreamForm, severalCameras, useAddCameras } from './add-cameras';
import { EventCameras } from './event-cameras';
import { EventLine } from './event-line';
import { cardGridClass, StreamCardSkeleton } from './event-skeleton';
import { EventTimesLine } from './times/event-times-line';

const loadLineUp = () => import('@/components/line-up/line-up-dialog').then(({ LineUpDialog }) => LineUpDialog);
const loadEventMenu = () => import('./event-menu').then(({ EventMenu }) => EventMenu);

/** One event: its cameras, each with video and switch, and the form that adds one. */
export function EventScreen({ eventId }: { eventId: string }) {
  const event = useEvent(eventId);
  const streams = useStreams(eventId);
  const nameRef = useRef<HTMLInputElement>(null);
  const cameras = useAddCameras(eventId, streams.data);
  usePageTitle(event.data ? troubledTitle(streams.data ?? [], event.data.attributes.name) : null);
  const mayAdd = useMay('streams.create');
  const maySwitch = useMay('streams.start');
  const mayRecord = useMay('recordings.record');
  const mayLineUp = useMay('line_ups.run');
  // A viewer may do nothing that it has.
  const hasMenu = [useMay('phones.invite'), useMay('tally_sources.create'), useMay('events.update')].includes(true);
  const hasLive = useShownSummary(streams.data ?? [], (states) => states.some(isLive));
  useAddedStreams(streams.data, ({ attributes }) =>
    toast('Stream Added', { description: `New stream added: ${attributes.name}` }),
  );

  const isEmpty = streams.data?.length === 0 && mayAdd;
  useEffect(() => {
    // The next act on an empty event; on a phone its keyboard would hide the rest.
    if (isEmpty && matchMedia('(pointer: fine)').matches) nameRef.current?.focus({ preventScroll: true });
  }, [isEmpty]);

  // Selected, so that Enter adds the camera as proposed and typing renames it.
  const askForName = () => {
    nameRef.current?.focus();
    nameRef.current?.select();
  };

  if (event.isError && !event.data) {
    return (
      <div className="grid gap-6">
        <BackLink href="/app">Back to events</BackLink>
        <Alert variant="destructive">{messageOr(event.error, 'Failed to load')}</Alert>
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <StateAnnouncer streams={streams.data} />
      <div className="grid gap-4">
        <EventTabs eventId={eventId} />
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="grid min-w-0 gap-1">
            <div className="flex min-w-0 flex-wrap items-center gap-3">
              {event.data ? (
                <h1 dir="auto" className="min-w-0 wrap-anywhere font-semibold text-xl">
                  {event.data.attributes.name}
                </h1>
              ) : (
                <Skeleton className="h-8.5 w-56" />
              )}
              <ConnectionBadge />
              {event.data ? <EventTimesLine event={event.data} /> : null}
              <QuietAlarms event={event.data} />
            </div>
            <p data-testid="event-summary" className="min-h-5 text-muted text-sm">
              {streams.isPending ? (
                <span role="status">Loading…</span>
              ) : (
                <EventLine event={event.data} eventId={eventId} streams={streams.data ?? []} />
              )}
            </p>
          </div>
          <div className="flex flex-wrap items-end gap-2 max-sm:w-full">
            {maySwitch && streams.data && streams.data.length > 1 ? <AllPower streams={streams.data} /> : null}
            {mayRecord ? <EventRecorder eventId={eventId} streams={streams.data ?? []} /> : null}
            {mayLineUp && streams.data && streams.data.length > 0 ? (
              <LazyPopup kind="dialog" props={{ eventId }} load={loadLineUp} trigger={<Button>Line up</Button>} />
            ) : null}
            <div className="flex gap-2 max-sm:w-full">
              <Button asChild variant={hasLive ? 'primary' : 'outline'} className="max-sm:flex-1">
                <Link href={`/events/${eventId}/multiview`}>
                  <LayoutGrid aria-hidden />
                  Open Multiview
                </Link>
              </Button>
              {hasMenu ? (
                <LazyPopup
                  kind="menu"
                  props={{ eventId }}
                  load={loadEventMenu}
                  trigger={
                    <Button>
                      More
                      <ChevronDown aria-hidden />
                    </Button>
                  }
                />
              ) : null}
            </div>
          </div>
        </div>
      </div>
      {event.data && streams.isError && !streams.data ? (
        <Alert variant="destructive">{messageOr(streams.error, 'Failed to load streams')}</Alert>
      ) : null}
      {streams.isPending ? (
        <div className={cardGridClass}>
          <StreamCardSkeleton />
          <StreamCardSkeleton />
        </div>
      ) : (
        <EventCameras
          eventId={eventId}
          streams={streams.data ?? []}
          addTile={
            mayAdd
              ? (place) => (
                  <AddCameraTile
                    {...place}
                    eventId={eventId}
                    isBusy={cameras.isBusy}
                    onAdd={askForName}
                    onAddSeveral={cameras.addSeveral && (() => cameras.addSeveral?.(severalCameras))}
                    onAddTestPicture={isEmpty ? () => void cameras.addTestPicture() : undefined}
                  >
                    <AddStreamForm cameras={cameras} nameRef={nameRef} isMain={!hasLive} />
                  </AddCameraTile>
                )
              : null
          }
        />
      )}
      {!mayAdd && streams.data?.length === 0 ? (
        <p className="text-muted">This event has no cameras yet. They appear here as soon as your team adds one.</p>
      ) : null}
    </div>
  );
}

/** Turns all cameras of an event on, or off after one question. */
function AllPower({ streams }: { streams: StreamJson[] }) {
  const power = useStreamPower();
  const [asking, setAsking] = useState(false);
  const onAir = useOnAir(streams);
  const off = streams.filter(({ attributes: { status } }) => ['idle', 'stopped', 'error'].includes(status));
  const on = streams.filter(({ attributes: { status } }) => status === 'active');

  const switchAll = async (chosen: StreamJson[], toOn: boolean) => {
    const outcomes = await Promise.allSettled(chosen.map(({ id }) => power.mutateAsync({ streamId: id, on: toOn })));
    const failures = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    if (failures.length === 0) return;
    const reason = messageOr(failures[0]?.reason, toOn ? 'Failed to start stream' : 'Failed to stop stream');
    const which = chosen.length === 1 ? '' : `${failures.length} of ${countWords(chosen.length, 'camera')}: `;
    toast.error('Error', { description: `${which}${reason}` });
  };

  return (
    <div className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
      <Button disabled={off.length === 0} onClick={() => void switchAll(off, true)}>
        All on
      </Button>
      <Button disabled={on.length === 0} onClick={() => setAsking(true)}>
        All off
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={`Turn off ${countWords(on.length, 'camera')}?`}
        consequence={`${onAirWords(onAir)}Their pictures stop for everyone, and their encoders are disconnected.`}
        action="All off"
        onConfirm={() => void switchAll(on, false)}
      />
    </div>
  );
}
