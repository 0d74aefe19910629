'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { api } from '@/lib/browser/api/api-client';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { lengths } from '@/lib/contracts/limits';

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

/** Sets a new password by the secret of a link, and goes on to sign in with it. */
function NewPasswordForm({ secret }: { secret: string }) {
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setFailure(undefined);
    setPending(true);
    try {
      await api('PUT /auth/password_reset', { body: { password_reset: { secret }, user: { password } } });
      // The reset has ended this user's sessions; a session that is still open belongs to somebody else.
      authSessionStore.logOut();
      router.replace('/login?reset=done');
    } catch (error) {
      setFailure(detailsOr(error, messageOr(error, 'The password could not be set')));
      setPending(false);
    }
  };

  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Set a new password</h1>
        <p className="text-muted">You will be signed out everywhere and sign in with the new password.</p>
      </div>
      <form method="post" onSubmit={submit} className="grid gap-4">
        {failure ? <Alert variant="destructive">{failure}</Alert> : null}
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${lengths.password.min} characters`}
          required
          autoFocus
        />
        <button type="submit" disabled={pending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
          {pending ? 'Saving…' : 'Set password'}
        </button>
      </form>
    </>
  );
}
