'use client';

import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import type { PlanSlug } from '@/lib/contracts/organization/plans';

/** The sign-up form: creates a user with an organization, and signs in. @param props.plan the paid one that was chosen */
export function SignupForm({ plan }: { plan?: PlanSlug | undefined }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    setFailure(undefined);
    setPending(true);
    try {
      await authSessionStore.signUp({
        organization: { name: text('organization'), plan },
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
    <form method="post" onSubmit={submit} className="grid gap-4">
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      <Field label="Organization name" name="organization" autoComplete="organization" required autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" name="first_name" autoComplete="given-name" required />
        <Field label="Last name" name="last_name" autoComplete="family-name" />
      </div>
      <Field label="Email" name="email" type="email" autoComplete="email" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters"
        required
      />
      <button type="submit" disabled={pending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {pending ? 'Creating…' : 'Create account'}
      </button>
    </form>
  );
}
