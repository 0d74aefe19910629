'use client';

import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useChangePassword } from '@/lib/browser/data/account/use-account';

/** Changes the user's password. @param props.email tells password managers whose it is */
export function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const user = { current_password: String(form.get('current_password')), password: String(form.get('password')) };
    change.mutate(
      { user },
      {
        onSuccess: () => {
          element.reset();
          toast('Password changed', { description: 'You are signed out everywhere else.' });
        },
      },
    );
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {change.isError ? (
        <Alert variant="destructive">
          {detailsOr(change.error, messageOr(change.error, 'Failed to change the password'))}
        </Alert>
      ) : null}
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters"
          required
        />
      </div>
      <Button type="submit" size="form" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  );
}
