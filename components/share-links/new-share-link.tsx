'use client';

import { type FormEvent, useState } from 'react';
import { FormFailure } from '@/components/controls/failure';
import { CameraChoice, Checkbox, Field } from '@/components/controls/field';
import { LinkLifetime, linkExpiryOf } from '@/components/controls/link-lifetime';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { Button } from '@/components/ui/button';
import { DialogFooter, DialogHeading } from '@/components/ui/dialog';
import { useShareLinkMutations } from '@/lib/browser/data/use-share-links';
import { useStreams } from '@/lib/browser/data/use-streams';
import { useEventClock } from '@/lib/browser/page/event-clock';
import { lengths } from '@/lib/contracts/limits';
import { type RecordedRange, rangeWords, type SharedProgram } from './share-link-words';

const rights = [
  { value: 'watch', text: 'Picture' },
  { value: 'hear', text: 'Picture and sound' },
];

interface NewShareLinkProps {
  eventId: string;
  /** The range of recordings that it shows; null for what the cameras send now. */
  recorded: RecordedRange | null;
  /** The cuts that a link to recordings can play; undefined where there are none. */
  program?: SharedProgram | undefined;
  onDone: () => void;
}

/** The form that makes a share link. */
export function NewShareLink({ eventId, recorded, program, onDone }: NewShareLinkProps) {
  const { data: streams = [] } = useStreams(eventId);
  const { create } = useShareLinkMutations(eventId);
  const clock = useEventClock();
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
        program: recorded && program && form.has('program') ? { edit_id: program.editId } : null,
        can_comment: form.has('comment'),
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
      <DialogHeading title="New link">
        {recorded
          ? `Recorded ${rangeWords(recorded, clock)}, with sound. Set in and out points to share another part.`
          : 'Only the cameras you choose are visible.'}
      </DialogHeading>
      <form onSubmit={submit} className="grid gap-4">
        <FormFailure error={create.error} text="Failed to create the link" />
        <Field label="Name" name="name" placeholder="Who it is for" required autoFocus />
        <div className="flex flex-wrap gap-3">
          <SegmentedControl
            legend="Cameras"
            name="cameras"
            value={areSome ? 'some' : 'all'}
            onChange={(value) => setSome(value === 'some')}
            options={[
              { value: 'all', text: 'All cameras' },
              { value: 'some', text: 'Choose…' },
            ]}
          />
          {recorded ? null : <SegmentedControl legend="Rights" name="rights" defaultValue="watch" options={rights} />}
        </div>
        {areSome ? (
          <fieldset className="grid max-h-44 overflow-y-auto rounded-md border p-1">
            <legend className="sr-only">Cameras of the link</legend>
            <CameraChoice cameras={streams.map(({ id, attributes: { name } }) => ({ id, name }))} areChosen={false} />
          </fieldset>
        ) : null}
        {recorded && program ? (
          <Checkbox
            label={program.editName === null ? 'Play the show as it was cut' : `Play the version “${program.editName}”`}
            name="program"
            defaultChecked
          />
        ) : null}
        <Checkbox label="Guests may comment" name="comment" />
        {recorded ? null : <Checkbox label="Viewers see the multiview that you lead" name="follows" />}
        <div className="grid gap-4 sm:grid-cols-2">
          <LinkLifetime />
          <Field label="Viewers at once" name="viewers" type="number" min={1} max={10_000} placeholder="No limit" />
        </div>
        <Field
          label="Password"
          name="password"
          placeholder="None"
          minLength={lengths.sharePassword.min}
          autoComplete="off"
        />
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
