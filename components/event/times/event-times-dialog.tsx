'use client';

import { type ReactElement, useState } from 'react';
import { DialogForm } from '@/components/controls/dialog-form';
import { Dialog, DialogContent, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';
import { readTimes, readTimeZone, TimeFields, TimeZoneField } from './event-times';

/** Changes when an event starts and ends. It is open at first. @param props.trigger the button that opens it */
export function EventTimesDialog({ eventId, trigger }: { eventId: string; trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const event = useEvent(eventId);
  const { mutate, error, isPending, reset } = useEventMutations().setTimes;
  const change = (next: boolean) => {
    reset();
    setOpen(next);
  };
  const submit = (form: FormData) =>
    mutate({ id: eventId, times: { ...readTimes(form), ...readTimeZone(form) } }, { onSuccess: () => setOpen(false) });
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <DialogHeading title="Event times">
          The multiview counts down to them. Cameras are not switched on or off. Time code and file names of exports are
          in the event's time zone.
        </DialogHeading>
        <DialogForm
          failure={error && detailsOr(error, 'Failed to update event')}
          action="Save"
          isPending={isPending}
          onSubmit={submit}
        >
          <TimeFields times={event.data?.attributes} />
          {event.data ? <TimeZoneField timeZone={event.data.attributes.time_zone} /> : null}
        </DialogForm>
      </DialogContent>
    </Dialog>
  );
}
