'use client';

import type { FormEvent } from 'react';
import { useAttempt } from '@/components/auth/use-attempt';
import { FormFailure } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { NewPasswordField } from '@/components/controls/new-password-field';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/browser/api/api-client';
import { enterSession } from '@/lib/browser/api/enter-session';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import type { FoundInvitationJson } from '@/lib/contracts/organization/members';

interface JoinFormProps {
  invitation: FoundInvitationJson;
  secret: string;
  /** Signs in with an account that exists, instead of creating one. */
  hasAccount: boolean;
  onJoined: () => void;
}

/** Joins as somebody who is not signed in. */
export function JoinForm({ invitation: { email }, secret, hasAccount, onJoined }: JoinFormProps) {
  const { isPending, error, attempt } = useAttempt();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name));
    const user = { email: text('email'), password: text('password') };
    const invitation = { secret };
    void attempt(async () => {
      if (hasAccount) {
        await authSessionStore.logIn({ user, invitation });
      } else {
        const body = { invitation, user: { ...user, first_name: text('first_name') } };
        enterSession((await api('POST /invitations/accept', { body })).data.token);
      }
      onJoined();
    });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <FormFailure error={error} text="Failed to join" />
      {hasAccount ? null : <Field label="First name" name="first_name" autoComplete="given-name" required autoFocus />}
      <Field
        label="Email"
        name="email"
        type="email"
        placeholder="you@example.com"
        autoComplete="username"
        defaultValue={email ?? undefined}
        readOnly={email !== null}
        required
      />
      {hasAccount ? (
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      ) : (
        <NewPasswordField />
      )}
      <Button type="submit" variant="primary" size="form" disabled={isPending}>
        {isPending ? 'Joining…' : hasAccount ? 'Sign in and join' : 'Create account and join'}
      </Button>
    </form>
  );
}
