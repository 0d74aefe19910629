'use client';

import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';

/** Asks for a link that sets a new password. Says the same whether there is an account or not. */
export function RequestResetForm() {
  const [pending, setPending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    setFailure(undefined);
    setSentTo(undefined);
    setPending(true);
    try {
      await api('POST /auth/password_reset', { body: { user: { email } } });
      setSentTo(email);
    } catch (error) {
      setFailure(messageOr(error, 'The link could not be requested'));
    }
    setPending(false);
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {sentTo ? (
        <Alert>
          If {sentTo} has an account, a link is on its way. It works for one hour. Check your spam folder too.
        </Alert>
      ) : null}
      <Field
        label="Email"
        name="email"
        type="email"
        placeholder="you@example.com"
        autoComplete="username"
        required
        autoFocus
      />
      <button type="submit" disabled={pending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {pending ? 'Sending…' : 'Send link'}
      </button>
    </form>
  );
}
