'use client';

import { LayoutGrid } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useRef, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { ItemMenu } from '@/components/controls/item-menu';
import { RenameForm } from '@/components/controls/rename-form';
import { ConnectionBadge, ConnectionWord } from '@/components/preview/connection-badge';
import { EventRoomProvider } from '@/components/preview/event-room-provider';
import { PreviewWell } from '@/components/preview/preview-well';
import { goneWords } from '@/components/recordings/recording-words';
import { onAirWords, StateMark } from '@/components/stream/marks';
import { isLive, useShownSummary } from '@/components/stream/shown-state';
import { lossWords } from '@/components/stream/trouble';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cn } from '@/components/ui/cn';
import { Tooltip } from '@/components/ui/tooltip';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useContactLostSince } from '@/lib/browser/data/server-contact';
import { useEventMutations } from '@/lib/browser/data/use-events';
import { useRecordings } from '@/lib/browser/data/use-recordings';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useOnAir } from '@/lib/browser/tally/use-tally';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';

interface EventCardProps {
  event: EventSummaryJson;
  streams: StreamJson[];
  onFailure: (text: string | undefined) => void;
}

/** One event, with the video of one of its cameras as its cover. */
export function EventCard({ event, streams, onFailure }: EventCardProps) {
  const { name, is_default: isDefault } = event.attributes;
  /** The name being edited; null while it is not. */
  const [draft, setDraft] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const { rename, remove } = useEventMutations();
  const mayRename = useMay('events.update');
  const mayDelete = useMay('events.delete');
  const active = streams.some((stream) => stream.attributes.status === 'active');
  const hasContact = useContactLostSince() === null;
  const liveCount = useShownSummary(streams, (states) => states.filter(isLive).length);
  const waitingCount = useShownSummary(streams, (states) => states.filter(({ tone }) => tone === 'pending').length);

  const loss = lossWords(streams);
  const onAir = useOnAir(streams);

  const recordings = useRecordings(event.id, deleting);
  const recordingsGone = recordings.data ? goneWords(recordings.data) : '';

  const saveName = (next: string) => {
    onFailure(undefined);
    if (next === name) return;
    const onError = (error: unknown) => {
      onFailure(detailsOr(error, 'Failed to update event'));
      setDraft(next);
    };
    rename.mutate({ id: event.id, name: next }, { onError });
  };
  const confirmDelete = () => {
    onFailure(undefined);
    // The card is unmounted at once, and `mutate` would not call back an unmounted card.
    remove.mutateAsync(event.id).catch((error) => onFailure(messageOr(error, 'Failed to delete event')));
  };

  return (
    <Card
      as="article"
      aria-label={name}
      data-testid="event-card"
      className={cn(
        'relative overflow-hidden transition-colors hover:border-line-strong',
        active && hasContact && 'border-live/60 hover:border-live',
      )}
    >
      <EventPreview eventId={event.id} streams={streams} />
      <div className="grid gap-1 border-t p-3">
        <div className="flex min-h-8 min-w-0 items-center gap-2 pointer-coarse:min-h-11">
          {draft !== null ? (
            <div className="relative z-10 flex min-w-0 flex-1">
              <RenameForm label="Event name" draft={draft} onSave={saveName} onClose={() => setDraft(null)} />
            </div>
          ) : (
            <>
              <h2 className="min-w-0 truncate font-semibold">
                {/* The link covers the card; the controls lie on top of it. */}
                <Link dir="auto" href={`/events/${event.id}`} className="after:absolute after:inset-0 after:rounded-lg">
                  {name}
                </Link>
              </h2>
              {isDefault ? <Badge>Default</Badge> : null}
              <ItemMenu
                name={name}
                onRename={mayRename ? () => setDraft(name) : undefined}
                onDelete={mayDelete ? () => setDeleting(true) : undefined}
                className="relative z-10 ml-auto"
              />
            </>
          )}
        </div>
        <div className="flex min-h-8 items-center justify-between gap-2">
          <p className="flex flex-wrap items-center gap-x-1.5 text-muted text-sm">
            {liveCount > 0 ? (
              <Tooltip text="Streams are live">
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip needs keyboard focus */}
                <span tabIndex={0} role="img" aria-label="Streams are live" className="relative z-10 text-live">
                  <StateMark tone="live" className="animate-live" />
                </span>
              </Tooltip>
            ) : null}
            {hasContact ? null : <StateMark tone="unknown" />}
            <span>{camerasLine(streams.length, hasContact ? liveCount : null)}</span>
            {hasContact && loss ? (
              <span className="flex items-center gap-1.5 font-medium text-failed">
                <StateMark tone="failed" />
                <span>{loss}</span>
              </span>
            ) : null}
            {waitingCount > 0 ? (
              <span className="flex items-center gap-1.5 text-pending">
                <StateMark tone="pending" />
                <span>{waitingCount} waiting</span>
              </span>
            ) : null}
          </p>
          <Button asChild variant="ghost" className="relative z-10 -mr-2 px-2 text-sm">
            <Link href={`/events/${event.id}/multiview`}>
              <LayoutGrid aria-hidden />
              Open Multiview
            </Link>
          </Button>
        </div>
      </div>
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        question={`Delete event "${name}"?`}
        consequence={`${onAirWords(onAir)}This also deletes its cameras and disconnects their encoders. Their addresses stop working.${recordingsGone}`}
        action="Delete"
        onConfirm={confirmDelete}
      />
    </Card>
  );
}

/** @param live how many are live; null where that is not known */
function camerasLine(total: number, live: number | null): string {
  if (total === 0) return 'No cameras yet';
  if (live === null) return `${countWords(total, 'camera')}, state unknown`;
  return `${live} of ${total} cameras live`;
}

const disconnectAfterMs = 3_000;

/** An event's cover: its first active camera, or else its first. Connects only while it is in view and the camera is active. */
function EventPreview({ eventId, streams }: { eventId: string; streams: StreamJson[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const inView = useInView(ref, disconnectAfterMs);
  const stream = streams.find(({ attributes }) => attributes.status === 'active') ?? streams[0];
  const connected = inView && stream?.attributes.status === 'active';
  const well = (badge: ReactNode) => (
    <PreviewWell stream={stream}>
      <div className="absolute top-2 right-2 rounded-md bg-canvas/85">{badge}</div>
    </PreviewWell>
  );
  return (
    <div ref={ref}>
      {connected ? (
        <EventRoomProvider eventId={eventId}>{well(<ConnectionBadge isAnnounced={false} />)}</EventRoomProvider>
      ) : (
        well(<ConnectionWord connection="disconnected" />)
      )}
    </div>
  );
}
