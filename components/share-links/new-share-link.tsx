'use client';

import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { LinkLifetime, linkExpiryOf } from '@/components/controls/link-lifetime';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFooter, DialogTitle } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useShareLinkMutations } from '@/lib/browser/data/use-share-links';
import { useStreams } from '@/lib/browser/data/use-streams';
import { type RecordedRange, rangeWords } from './share-link-words';

const rights = [
  { value: 'watch', text: 'Picture' },
  { value: 'hear', text: 'Picture and sound' },
];

interface NewShareLinkProps {
  eventId: string;
  /** The range of recordings that it shows; null for what the cameras send now. */
  recorded: RecordedRange | null;
  onDone: () => void;
}

/** The form that makes a share link. */
export function NewShareLink({ eventId, recorded, onDone }: NewShareLinkProps) {
  const { data: streams = [] } = useStreams(eventId);
  const { create } = useShareLinkMutations(eventId);
  const [areSome, setSome] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    create.mutate(
      {
        name: text('name'),
        stream_ids: areSome ? form.getAll('camera').map(String) : null,
        can_hear: text('rights') === 'hear',
        follows: form.has('follows'),
        recorded: recorded && {
          starts_at: new Date(recorded.startMs).toISOString(),
          ends_at: new Date(recorded.endMs).toISOString(),
        },
        expires_at: linkExpiryOf(form),
        password: text('password') || null,
        max_viewers: text('viewers') ? Number(text('viewers')) : null,
      },
      { onSuccess: onDone },
    );
  };

  return (
    <>
      <div className="grid gap-1">
        <DialogTitle>New link</DialogTitle>
        <DialogDescription>
          {recorded
            ? `Recorded ${rangeWords(recorded)}, with sound. Set in and out points to share another part.`
            : 'Only the cameras you choose are visible.'}
        </DialogDescription>
      </div>
      <form onSubmit={submit} className="grid gap-4">
        {create.isError ? (
          <Alert variant="destructive">
            {detailsOr(create.error, messageOr(create.error, 'Failed to create the link'))}
          </Alert>
        ) : null}
        <Field label="Name" name="name" placeholder="Who it is for" required autoFocus />
        <div className="flex flex-wrap gap-3">
          <SegmentedControl
            legend="Cameras"
            name="cameras"
            value={areSome ? 'some' : 'all'}
            onChange={(value) => setSome(value === 'some')}
            options={[
              { value: 'all', text: 'All cameras' },
              { value: 'some', text: 'Some' },
            ]}
          />
          {recorded ? null : <SegmentedControl legend="Rights" name="rights" defaultValue="watch" options={rights} />}
        </div>
        {areSome ? (
          <fieldset className="grid max-h-44 overflow-y-auto rounded-md border p-1">
            <legend className="sr-only">Cameras of the link</legend>
            {streams.map(({ id, attributes: { name } }) => (
              <label
                key={id}
                className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-control pointer-coarse:min-h-11"
              >
                <input type="checkbox" name="camera" value={id} className="size-4 accent-ink" />
                <span dir="auto" className="truncate">
                  {name}
                </span>
              </label>
            ))}
          </fieldset>
        ) : null}
        {recorded ? null : (
          <label className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11">
            <input type="checkbox" name="follows" className="size-4 accent-ink" />
            Follow the director: one wall, as a member arranges it
          </label>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <LinkLifetime />
          <Field label="Viewers at once" name="viewers" type="number" min={1} max={10_000} placeholder="No limit" />
        </div>
        <Field label="Password" name="password" placeholder="None" minLength={4} autoComplete="off" />
        <DialogFooter>
          <Button size="form" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="form" disabled={create.isPending}>
            Create link
          </Button>
        </DialogFooter>
      </form>
    </>
  );
}
