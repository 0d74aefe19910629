'use client';

import { type FormEvent, type ReactElement, useState } from 'react';
import { FormActions } from '@/components/controls/form-actions';
import { Alert } from '@/components/ui/alert';
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';
import { readTimes } from './event-times';
import { TimeFields } from './time-fields';

/** Changes when an event starts and ends. It is open at first. @param props.trigger the button that opens it */
export function EventTimesDialog({ eventId, trigger }: { eventId: string; trigger: ReactElement }) {
  const [open, setOpen] = useState(true);
  const event = useEvent(eventId);
  const { mutate, error, isPending, reset } = useEventMutations().setTimes;
  const change = (next: boolean) => {
    reset();
    setOpen(next);
  };
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    mutate(
      { id: eventId, times: readTimes(new FormData(submitted.currentTarget)) },
      { onSuccess: () => setOpen(false) },
    );
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <div className="grid gap-1">
          <DialogTitle>Event times</DialogTitle>
          <DialogDescription>The multiview counts down to them. Cameras are not switched on or off.</DialogDescription>
        </div>
        <form onSubmit={submit} className="grid gap-4">
          {error ? <Alert variant="destructive">{detailsOr(error, 'Failed to update event')}</Alert> : null}
          <TimeFields times={event.data?.attributes} />
          <FormActions action="Save" isPending={isPending} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
