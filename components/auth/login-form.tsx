'use client';

import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { messageOr } from '@/lib/client/error-text';
import { sessionStore } from '@/lib/client/use-session';

/** Asks for e-mail and password. Once signed in, the entrance itself leads on. */
export function LoginForm() {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setFailure(undefined);
    setPending(true);
    try {
      await sessionStore.logIn({ user: { email: String(form.get('email')), password: String(form.get('password')) } });
    } catch (error) {
      setFailure(messageOr(error, 'Login failed'));
      setPending(false);
    }
  };

  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Sign in</h1>
        <p className="text-muted">Enter your email and password to sign in to your account</p>
      </div>
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
        <Button type="submit" variant="primary" size="form" disabled={pending}>
          {pending ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      <div className="grid gap-2 text-muted">
        <p>
          New here?{' '}
          <Button asChild variant="link" size="inline">
            <Link href="/signup">Create an account</Link>
          </Button>
        </p>
        <p>Don't have access? Ask an admin to invite you.</p>
      </div>
    </div>
  );
}
