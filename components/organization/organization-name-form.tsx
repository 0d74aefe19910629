'use client';

import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useUpdateOrganization } from '@/lib/browser/data/organization/use-members';

/** Changes the organization's name. */
export function OrganizationNameForm({ name }: { name: string }) {
  const update = useUpdateOrganization();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('name'));
    update.mutate({ name: next }, { onSuccess: () => toast('Name saved') });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {update.isError ? (
        <Alert variant="destructive">
          {detailsOr(update.error, messageOr(update.error, 'Failed to save the name'))}
        </Alert>
      ) : null}
      <Field label="Organization name" name="name" defaultValue={name} autoComplete="off" required />
      <Button type="submit" size="form" className="justify-self-start" disabled={update.isPending}>
        {update.isPending ? 'Saving…' : 'Save name'}
      </Button>
    </form>
  );
}
