'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '@/components/controls/dialog-form';
import { Failure } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { SearchField } from '@/components/controls/search-field';
import { EmptyState } from '@/components/controls/section';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useEventMutations, useEvents } from '@/lib/browser/data/use-events';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useSteadyOrder } from '@/lib/browser/page/use-steady-order';
import { arrangeEvents } from './arrange-events';
import { EventCard } from './event-card';
import { EventCardSkeleton } from './events-skeleton';
import { readTimes, TimeFields } from './times/event-times';

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
      <Failure error={events.error} text="Failed to load events" />
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

/** A dialog that creates an event and opens it. @param props.children the button that opens it */
function CreateEventDialog({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { create } = useEventMutations();

  const submit = (form: FormData) => {
    // The first event replaces the list's empty state, and this dialog with it, maybe before the answer is here; `mutate`
    // would not call back then.
    const { starts_at, ends_at } = readTimes(form);
    const event = { name: String(form.get('name')), starts_at: starts_at ?? undefined, ends_at: ends_at ?? undefined };
    create.mutateAsync(event).then(
      ({ data }) => {
        setOpen(false);
        router.push(`/events/${data.id}`);
      },
      () => undefined, // shown in the dialog
    );
  };
  const change = (next: boolean) => {
    create.reset();
    setOpen(next);
  };

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent>
        <DialogHeading title="Create Event">Create a new event for your livestreams</DialogHeading>
        <DialogForm
          failure={create.error && detailsOr(create.error, 'Failed to create event')}
          action="Create"
          isPending={create.isPending}
          onSubmit={submit}
        >
          <Field label="Name" name="name" dir="auto" required />
          <TimeFields />
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}
