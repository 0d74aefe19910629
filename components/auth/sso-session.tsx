'use client';

import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { api } from '@/lib/browser/api/api-client';
import { ApiError } from '@/lib/browser/api/api-error';
import { enterSession } from '@/lib/browser/api/enter-session';
import { messageOr } from '@/lib/browser/api/error-text';

/**
 * Opens the auth session of whoever comes back from the identity provider, by the code in a cookie. Asks for the password
 * of an account that has one, once. RedirectSignedIn leaves the page after success.
 */
export function SsoSession() {
  const [pending, setPending] = useState(true);
  const [failure, setFailure] = useState<string>();
  /** Says for which account the password is needed. */
  const [question, setQuestion] = useState<string>();
  const hasStarted = useRef(false);

  const open = useCallback(async (password?: string) => {
    setFailure(undefined);
    setPending(true);
    try {
      const { data } = await api('POST /auth/sso_session', {
        body: password === undefined ? {} : { user: { password } },
      });
      enterSession(data.token);
    } catch (error) {
      const sentence = messageOr(error, 'Signing in failed');
      if (error instanceof ApiError && error.code === 'conflict') setQuestion(sentence);
      else setFailure(sentence);
      setPending(false);
    }
  }, []);

  useEffect(() => {
    // The code works once, and React in development runs effects twice.
    if (hasStarted.current) return;
    hasStarted.current = true;
    void open();
  }, [open]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void open(String(new FormData(event.currentTarget).get('password')));
  };

  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">{question ? 'Connect your account' : 'Sign in'}</h1>
        <p className="text-muted">{question ?? (pending ? 'Signing in…' : '')}</p>
      </div>
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {question ? (
        <form method="post" onSubmit={submit} className="grid gap-4">
          <Field label="Password" name="password" type="password" autoComplete="current-password" required autoFocus />
          <button type="submit" disabled={pending} className={buttonVariants({ variant: 'primary', size: 'form' })}>
            {pending ? 'Connecting…' : 'Connect and sign in'}
          </button>
        </form>
      ) : null}
    </>
  );
}
