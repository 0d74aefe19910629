'use client';

import { type FormEvent, useId } from 'react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useMessageCrew } from '@/lib/browser/data/use-crew';
import { lengths } from '@/lib/contracts/limits';

interface MessageFormProps {
  eventId: string;
  /** Null: every phone of the event. */
  streamId: string | null;
  label: string;
}

/** One line to one phone or to all. */
export function MessageForm({ eventId, streamId, label }: MessageFormProps) {
  const { mutate, isPending, error } = useMessageCrew(eventId);
  const errorId = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text') ?? '');
    mutate({ text, streamId }, { onSuccess: () => form.reset() });
  };
  return (
    <form onSubmit={submit} className="grid gap-1">
      <div className="flex gap-2">
        <Input
          name="text"
          aria-label={label}
          placeholder={label}
          aria-describedby={error ? errorId : undefined}
          maxLength={lengths.crewMessage.max}
          required
          autoComplete="off"
          className="min-w-0 flex-1"
        />
        <Button type="submit" size="form" disabled={isPending} aria-label={`Send: ${label}`}>
          Send
        </Button>
      </div>
      {error ? (
        <p id={errorId} role="alert" className="text-failed text-sm">
          {detailsOr(error, messageOr(error, 'Failed to send the message'))}
        </p>
      ) : null}
    </form>
  );
}
