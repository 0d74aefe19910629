'use client';

import { type FormEvent, useEffect, useRef } from 'react';
import { Field } from '@/components/controls/field';
import { NewPasswordField } from '@/components/controls/new-password-field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { detailsOr, faultyFields, messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import type { PlanSlug } from '@/lib/contracts/plans';
import { useAttempt } from './use-attempt';

const faultId = 'signup-fault';

/** The fields of this form that an error is about: the organization's only one is its name. */
const signUpFields = (error: unknown): string[] =>
  faultyFields(error).map((name) => (name === 'name' ? 'organization' : name));

/** The sign-up form: creates a user with an organization, and signs in. @param props.plan the paid one that was chosen */
export function SignupForm({ plan }: { plan?: PlanSlug | undefined }) {
  const { isPending, error, attempt } = useAttempt();
  const faulty = signUpFields(error);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [first] = signUpFields(error);
    const field = first === undefined ? null : formRef.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }, [error]);
  /** The props of a field: its name, and where it says what is wrong with it. */
  const field = (name: string) => ({ name, faultId: faulty.includes(name) ? faultId : undefined });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    const organization = { name: text('organization'), plan };
    const names = { first_name: text('first_name'), last_name: text('last_name') };
    const user = { email: text('email'), password: text('password'), ...names };
    void attempt(() => authSessionStore.signUp({ organization, user }));
  };

  return (
    <form ref={formRef} method="post" onSubmit={submit} className="grid gap-4">
      {/* By hand: with controls/failure comes a chunk of the signed-in pages, which is too heavy here. */}
      {error ? (
        <Alert id={faultId} variant="destructive">
          {detailsOr(error, messageOr(error, 'Signup failed'))}
        </Alert>
      ) : null}
      <Field label="Organization name" {...field('organization')} autoComplete="organization" required autoFocus />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" {...field('first_name')} autoComplete="given-name" required />
        <Field label="Last name" {...field('last_name')} autoComplete="family-name" />
      </div>
      <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
      <NewPasswordField {...field('password')} />
      <button type="submit" disabled={isPending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {isPending ? 'Creating…' : 'Create account'}
      </button>
    </form>
  );
}
