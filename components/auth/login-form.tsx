'use client';

import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';

/** The sign-in form. RedirectSignedIn leaves the page after success. */
export function LoginForm() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(undefined);
    setPending(true);
    try {
      await authSessionStore.logIn({
        user: { email: String(form.get('email')), password: String(form.get('password')) },
      });
    } catch (error) {
      setFailure(messageOr(error, 'Login failed'));
      setPending(false);
    }
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      <Field
        label="Email"
        name="email"
        type="email"
        placeholder="you@example.com"
        autoComplete="username"
        required
        autoFocus
      />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <button type="submit" disabled={pending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {pending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
