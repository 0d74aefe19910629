'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Field } from '@/components/controls/field';
import { FormActions } from '@/components/controls/form-actions';
import { Alert } from '@/components/ui/alert';
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useEventMutations } from '@/lib/browser/data/use-events';
import { readTimes } from './times/event-times';
import { TimeFields } from './times/time-fields';

/** A dialog that creates an event and opens it. @param props.children the button that opens it */
export function CreateEventDialog({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { create } = useEventMutations();

  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
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
        <div className="grid gap-1">
          <DialogTitle>Create Event</DialogTitle>
          <DialogDescription>Create a new event for your livestreams</DialogDescription>
        </div>
        <form onSubmit={submit} className="grid gap-4">
          {create.isError ? (
            <Alert variant="destructive">{detailsOr(create.error, 'Failed to create event')}</Alert>
          ) : null}
          <Field label="Name" name="name" dir="auto" required />
          <TimeFields />
          <FormActions action="Create" isPending={create.isPending} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
