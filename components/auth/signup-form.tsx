'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { detailsOr, faultyFields, messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import { lengths } from '@/lib/contracts/limits';
import type { PlanSlug } from '@/lib/contracts/plans';

const faultId = 'signup-fault';

/** The fields of this form that an error is about: the organization's only one is its name. */
const signUpFields = (error: unknown): string[] =>
  faultyFields(error).map((name) => (name === 'name' ? 'organization' : name));

/** The sign-up form: creates a user with an organization, and signs in. @param props.plan the paid one that was chosen */
export function SignupForm({ plan }: { plan?: PlanSlug | undefined }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [faulty, setFaulty] = useState<string[]>([]);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [first] = faulty;
    const field = first === undefined ? null : formRef.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [faulty]);
  /** The props of a field: its name, and where it says what is wrong with it. */
  const field = (name: string) => ({ name, faultId: faulty.includes(name) ? faultId : undefined });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    setFailure(undefined);
    setFaulty([]);
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
      setFaulty(signUpFields(error));
      setPending(false);
    }
  };

  return (
    <form ref={formRef} method="post" onSubmit={submit} className="grid gap-4">
      {failure ? (
        <Alert id={faultId} variant="destructive">
          {failure}
        </Alert>
      ) : null}
      <Field label="Organization name" {...field('organization')} autoComplete="organization" required autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" {...field('first_name')} autoComplete="given-name" required />
        <Field label="Last name" {...field('last_name')} autoComplete="family-name" />
      </div>
      <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
      <Field
        label="Password"
        {...field('password')}
        type="password"
        autoComplete="new-password"
        hint={`At least ${lengths.password.min} characters`}
        required
      />
      <button type="submit" disabled={pending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {pending ? 'Creating…' : 'Create account'}
      </button>
    </form>
  );
}
