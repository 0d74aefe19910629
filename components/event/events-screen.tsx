'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/controls/empty-state';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvents } from '@/lib/browser/data/use-events';
import { useStreams } from '@/lib/browser/data/use-streams';
import { CreateEventDialog } from './create-event-dialog';
import { EventCard } from './event-card';
import { EventCardSkeleton } from './event-card-skeleton';

const placeholders = [0, 1, 2, 3];

/** All events of the organization. */
export function EventsScreen() {
  const events = useEvents();
  const streams = useStreams();
  const [failure, setFailure] = useState<string>();
  const mayCreate = useMay('events.create');

  return (
    <div className="grid gap-6">
      <div className="flex min-h-10 items-center justify-between gap-4">
        <h1 className="font-semibold text-xl">Your Events</h1>
        {mayCreate ? (
          <CreateEventDialog>
            <Button variant="primary">
              <Plus aria-hidden />
              New Event
            </Button>
          </CreateEventDialog>
        ) : null}
      </div>
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {events.isError ? <Alert variant="destructive">{messageOr(events.error, 'Failed to load events')}</Alert> : null}
      {events.data?.length === 0 ? (
        mayCreate ? (
          <EmptyState title="No events yet" text="Spin up your first show and invite your team in seconds.">
            <CreateEventDialog>
              <Button variant="primary" size="form">
                Create Event
              </Button>
            </CreateEventDialog>
          </EmptyState>
        ) : (
          <EmptyState title="No events yet" text="They appear here as soon as your team adds one." />
        )
      ) : (
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          {events.data?.map((event) => (
            <EventCard
              key={event.id}
              event={event}
              streams={streams.data?.filter((stream) => stream.attributes.event_id === event.id) ?? []}
              onFailure={setFailure}
            />
          ))}
          {events.isPending ? placeholders.map((index) => <EventCardSkeleton key={index} />) : null}
        </div>
      )}
    </div>
  );
}
