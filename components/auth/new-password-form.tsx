'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { api } from '@/lib/browser/api/api-client';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';

/** Sets a new password by the secret of a link, and goes on to sign in with it. */
export function NewPasswordForm({ secret }: { secret: string }) {
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
          hint="At least 8 characters"
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
