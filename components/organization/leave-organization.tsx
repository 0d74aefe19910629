'use client';

import { type FormEvent, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Failure } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { sizeWords } from '@/components/recordings/recording-words';
import { Button } from '@/components/ui/button';
import {
  useDeleteOrganization,
  useLeaveOrganization,
  useOrganizationContents,
} from '@/lib/browser/data/organization/use-members';
import { countWords } from '@/lib/contracts/catalogue/figure-words';
import type { OrganizationContentsJson } from '@/lib/contracts/organization/members';

/** Deletes the organization, once its name is typed. @param props.name the organization's */
export function DeleteOrganization({ name }: { name: string }) {
  const contents = useOrganizationContents();
  const remove = useDeleteOrganization();
  const [typed, setTyped] = useState('');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (typed === name) remove.mutate(name);
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Failure error={remove.error} text="Failed to delete the organization" />
      <p className="min-h-5 text-sm">{contents.data ? contentsWords(contents.data) : null}</p>
      <Field
        label={`Type ${name} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
      />
      <Button
        type="submit"
        size="form"
        variant="destructive"
        className="justify-self-start"
        disabled={typed !== name || remove.isPending}
      >
        {remove.isPending ? 'Deleting…' : 'Delete organization'}
      </Button>
    </form>
  );
}

function contentsWords(contents: OrganizationContentsJson): string {
  const { events, cameras, members, recordings } = contents;
  const size = recordings === 0 ? '' : ` of ${sizeWords(contents.recordings_bytes)}`;
  const things = [
    countWords(events, 'event'),
    countWords(cameras, 'camera'),
    `${countWords(recordings, 'recording')}${size}`,
    countWords(members, 'member'),
  ];
  return `It has ${things.slice(0, -1).join(', ')} and ${things.at(-1)}.`;
}

/** Leaves the organization, after a question. @param props.name the organization's */
export function LeaveButton({ name }: { name: string }) {
  const leave = useLeaveOrganization();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Failure error={leave.error} text="Failed to leave" />
      <Button size="form" className="justify-self-start" disabled={leave.isPending} onClick={() => setAsking(true)}>
        Leave organization
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        question={`Leave ${name}?`}
        consequence="You lose access to its events and cameras on all devices. API tokens that you made stop working."
        action="Leave"
        onConfirm={() => leave.mutate()}
      />
    </>
  );
}
