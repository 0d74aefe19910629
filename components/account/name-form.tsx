'use client';

import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useUpdateAccount } from '@/lib/browser/data/account/use-account';
import type { AccountJson } from '@/lib/contracts/accounts';

/** Changes the user's name. */
export function NameForm({ user }: Pick<AccountJson, 'user'>) {
  const update = useUpdateAccount();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const names = { first_name: String(form.get('first_name')), last_name: String(form.get('last_name')) };
    update.mutate({ user: names }, { onSuccess: () => toast('Name saved') });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {update.isError ? (
        <Alert variant="destructive">
          {detailsOr(update.error, messageOr(update.error, 'Failed to save the name'))}
        </Alert>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" name="first_name" defaultValue={user.first_name} autoComplete="given-name" required />
        <Field label="Last name" name="last_name" defaultValue={user.last_name ?? ''} autoComplete="family-name" />
      </div>
      <Button type="submit" size="form" className="justify-self-start" disabled={update.isPending}>
        {update.isPending ? 'Saving…' : 'Save name'}
      </Button>
    </form>
  );
}
