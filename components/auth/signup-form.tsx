'use client';

import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { useProductName } from '@/components/shell/product';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { detailsOr, messageOr } from '@/lib/client/error-text';
import { sessionStore } from '@/lib/client/use-session';

/** Asks for all that makes an account and its organization, and signs in with it. */
export function SignupForm() {
  const product = useProductName();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    setFailure(undefined);
    setPending(true);
    try {
      await sessionStore.signUp({
        organization: { name: text('organization') },
        user: {
          email: text('email'),
          password: text('password'),
          first_name: text('first_name'),
          last_name: text('last_name'),
        },
      });
    } catch (error) {
      setFailure(detailsOr(error, messageOr(error, 'Signup failed')));
      setPending(false);
    }
  };

  return (
    <div className="grid gap-6">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Get started with {product}</h1>
        <p className="text-muted">Setup your account and organization</p>
      </div>
      <Card>
        <CardHeader>
          <CardTitle>Create an account</CardTitle>
          <CardDescription>Enter your details to create your account and organization</CardDescription>
        </CardHeader>
        <CardContent>
          <form method="post" onSubmit={submit} className="grid gap-4">
            {failure ? <Alert variant="destructive">{failure}</Alert> : null}
            <Field label="Organization name" name="organization" autoComplete="organization" required />
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label="First name" name="first_name" autoComplete="given-name" required />
              <Field label="Last name" name="last_name" autoComplete="family-name" />
            </div>
            <Field label="Email" name="email" type="email" autoComplete="username" required />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="new-password"
              hint="At least 8 characters"
              required
            />
            <Button type="submit" variant="primary" size="form" disabled={pending}>
              {pending ? 'Creating…' : 'Create account'}
            </Button>
          </form>
        </CardContent>
      </Card>
      <p className="text-muted">
        Already have an account?{' '}
        <Button asChild variant="link" size="inline">
          <Link href="/login">Sign in</Link>
        </Button>
      </p>
    </div>
  );
}
