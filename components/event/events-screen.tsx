'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/controls/empty-state';
import { SearchField } from '@/components/controls/search-field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvents } from '@/lib/browser/data/use-events';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useSteadyOrder } from '@/lib/browser/page/use-steady-order';
import { arrangeEvents } from './arrange-events';
import { CreateEventDialog } from './create-event-dialog';
import { EventCard } from './event-card';
import { EventCardSkeleton } from './event-card-skeleton';

const placeholders = [0, 1, 2, 3];
/** Fewer cards are seen at a glance. */
const minSearched = 4;

/** All events of the organization, what needs attention now first. */
export function EventsScreen() {
  const events = useEvents();
  const streams = useStreams();
  const [failure, setFailure] = useState<string>();
  const mayCreate = useMay('events.create');
  const [search, setSearch] = useState('');
  const [rows, hold] = useSteadyOrder(arrangeEvents(events.data ?? [], streams.data ?? [], search, new Date()));
  const isSearched = (events.data?.length ?? 0) >= minSearched;

  return (
    <div className="grid gap-6">
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="mr-auto font-semibold text-xl">Your Events</h1>
        {isSearched ? <SearchField label="Search events" value={search} onSearch={setSearch} /> : null}
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
        // biome-ignore lint/a11y/noStaticElementInteractions: moving over the cards only keeps their order
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3" onPointerMove={hold} onFocus={hold}>
          {rows.map(({ id, event, streams }) => (
            <EventCard key={id} event={event} streams={streams} onFailure={setFailure} />
          ))}
          {search && rows.length === 0 ? <p className="text-muted">No event here matches “{search}”.</p> : null}
          {events.isPending ? placeholders.map((index) => <EventCardSkeleton key={index} />) : null}
        </div>
      )}
    </div>
  );
}
