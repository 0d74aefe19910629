'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Failure, FormFailure } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { NewPasswordField } from '@/components/controls/new-password-field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { api } from '@/lib/browser/api/api-client';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { useAttempt } from './use-attempt';

interface ResetPasswordProps {
  /** Whether the server sends e-mail; otherwise admins hand out links. */
  canSendMail: boolean;
}

/** Asks for a link that sets a new password; opened by such a link, sets it. The link's secret is in the fragment. */
export function ResetPassword({ canSendMail }: ResetPasswordProps) {
  const secret = useLinkSecret();
  // The server does not know the fragment.
  if (secret === null) return null;
  if (secret) return <NewPasswordForm secret={secret} />;
  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Forgot your password?</h1>
        <p className="text-muted">
          {canSendMail
            ? 'Enter your email to get a link that sets a new one.'
            : 'Ask an admin of your organization for a link that sets a new one.'}
        </p>
      </div>
      {canSendMail ? <RequestResetForm /> : null}
    </>
  );
}

/** Asks for a link that sets a new password. Says the same whether there is an account or not. */
function RequestResetForm() {
  const { isPending, error, attempt } = useAttempt({ leaves: false });
  const [sentTo, setSentTo] = useState<string>();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    setSentTo(undefined);
    void attempt(async () => {
      await api('POST /auth/password_reset', { body: { user: { email } } });
      setSentTo(email);
    });
  };

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Failure error={error} text="The link could not be requested" />
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
      <button type="submit" disabled={isPending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
        {isPending ? 'Sending…' : 'Send link'}
      </button>
    </form>
  );
}

/** Sets a new password by the secret of a link, and goes on to sign in with it. */
function NewPasswordForm({ secret }: { secret: string }) {
  const router = useRouter();
  const { isPending, error, attempt } = useAttempt();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void attempt(async () => {
      await api('PUT /auth/password_reset', { body: { password_reset: { secret }, user: { password } } });
      // The reset has ended this user's sessions; a session that is still open belongs to somebody else.
      authSessionStore.logOut();
      router.replace('/login?reset=done');
    });
  };

  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Set a new password</h1>
        <p className="text-muted">You will be signed out everywhere and sign in with the new password.</p>
      </div>
      <form method="post" onSubmit={submit} className="grid gap-4">
        <FormFailure error={error} text="The password could not be set" />
        <NewPasswordField label="New password" autoFocus />
        <button type="submit" disabled={isPending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
          {isPending ? 'Saving…' : 'Set password'}
        </button>
      </form>
    </>
  );
}
