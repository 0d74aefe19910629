'use client';

import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { sizeWords } from '@/components/recordings/recording-words';
import { countWords } from '@/components/reports/report-words';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { messageOr } from '@/lib/browser/api/error-text';
import { useDeleteOrganization, useOrganizationContents } from '@/lib/browser/data/organization/use-members';
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
      {remove.isError ? (
        <Alert variant="destructive">{messageOr(remove.error, 'Failed to delete the organization')}</Alert>
      ) : null}
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
