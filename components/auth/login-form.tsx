'use client';

import type { FormEvent } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import { useAttempt } from './use-attempt';

/** The sign-in form. RedirectSignedIn leaves the page after success. */
export function LoginForm() {
  const { isPending, error, attempt } = useAttempt();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const user = { email: String(form.get('email')), password: String(form.get('password')) };
    void attempt(() => authSessionStore.logIn({ user }));
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {/* By hand: with controls/failure comes a chunk of the signed-in pages, which is too heavy here. */}
      {error ? <Alert variant="destructive">{messageOr(error, 'Login failed')}</Alert> : null}
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
      <button type="submit" disabled={isPending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {isPending ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}
