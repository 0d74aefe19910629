'use client';

import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useChangeEmail } from '@/lib/browser/data/account/use-account';

interface EmailFormProps {
  /** The present one. */
  email: string;
  /** Whether the new address gets a link that changes it; otherwise it is changed at once. */
  canSendMail: boolean;
}

/** Changes the e-mail address by which the user signs in. */
export function EmailForm({ email, canSendMail }: EmailFormProps) {
  const change = useChangeEmail();
  const asked = change.variables?.user.email;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const user = { email: String(form.get('new_email')), current_password: String(form.get('current_password')) };
    change.mutate(
      { user },
      {
        onSuccess: () => {
          element.reset();
          if (!canSendMail) toast('Email changed', { description: 'Sign in with it from now on.' });
        },
      },
    );
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {change.isError ? (
        <Alert variant="destructive">
          {detailsOr(change.error, messageOr(change.error, 'Failed to change the email'))}
        </Alert>
      ) : null}
      {change.isSuccess && canSendMail ? (
        <Alert>
          A link is on its way to {asked}. Your email changes once you open it, within one hour. Check your spam folder
          too.
        </Alert>
      ) : null}
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="New email"
          name="new_email"
          type="email"
          autoComplete="email"
          hint={canSendMail ? undefined : 'Check the spelling. This server cannot send a confirmation.'}
          required
        />
        <Field label="Password" name="current_password" type="password" autoComplete="current-password" required />
      </div>
      <Button type="submit" size="form" className="justify-self-start" disabled={change.isPending}>
        {change.isPending ? 'Changing…' : 'Change email'}
      </Button>
    </form>
  );
}
