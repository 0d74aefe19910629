'use client';

import { type FormEvent, type RefObject, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { detailsOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/queries/use-streams';

interface AddStreamFormProps {
  eventId: string;
  streamCount: number;
  /** So that the 'Add camera' tile can put the focus here. */
  nameRef: RefObject<HTMLInputElement | null>;
}

/** One field and one button: a new camera in this event. */
export function AddStreamForm({ eventId, streamCount, nameRef }: AddStreamFormProps) {
  const [name, setName] = useState('Camera 1');
  const { add } = useStreamMutations();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { name, eventId },
      {
        // The spec's rule: the number of streams before this one, plus two.
        onSuccess: () => setName(`Camera ${streamCount + 2}`),
        onError: (error) => toast.error('Error', { description: detailsOr(error, 'Failed to create stream') }),
      },
    );
  };

  return (
    <form onSubmit={submit} className="flex flex-1 flex-wrap items-end gap-2">
      <div className="grid min-w-40 flex-1 gap-1.5 sm:max-w-60">
        <Label htmlFor="stream-name">Stream name</Label>
        <Input
          ref={nameRef}
          id="stream-name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="Camera 1"
          maxLength={120}
          required
          className="h-8"
        />
      </div>
      <Button type="submit" variant="primary" disabled={add.isPending}>
        Add stream
      </Button>
    </form>
  );
}
