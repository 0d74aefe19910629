'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { buttonVariants } from '@/components/ui/button-variants';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { AuthLink } from './auth-columns';

/**
 * Opened by the link that went to a new e-mail address: changes it. By a button, so that a program that only looks at
 * links changes nothing.
 */
export function ConfirmEmail() {
  const secret = useLinkSecret();
  const [state, setState] = useState<'asking' | 'pending' | 'done'>('asking');
  const [failure, setFailure] = useState<string>();

  const confirm = async () => {
    setFailure(undefined);
    setState('pending');
    try {
      await api('PUT /auth/email_change', { body: { email_change: { secret: secret ?? '' } } });
      setState('done');
      await authSessionStore.refresh();
    } catch (error) {
      setFailure(messageOr(error, 'The email could not be changed'));
      setState('asking');
    }
  };

  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Confirm your new email</h1>
        <p className="text-muted">You will sign in with the address that received this link.</p>
      </div>
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {state === 'done' ? (
        <>
          <Alert>Your email is changed. Sign in with it from now on.</Alert>
          <p>
            <AuthLink href="/app">Go on</AuthLink>
          </p>
        </>
      ) : (
        <button
          type="button"
          disabled={secret === null || state === 'pending'}
          onClick={confirm}
          className={buttonVariants({ variant: 'primary', size: 'form' })}
        >
          {state === 'pending' ? 'Confirming…' : 'Confirm email'}
        </button>
      )}
    </>
  );
}
