'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/browser/api/api-client';
import { enterSession } from '@/lib/browser/api/enter-session';
import { messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore } from '@/lib/browser/api/use-auth-session';
import type { FoundInvitationJson } from '@/lib/contracts/organization/members';

interface JoinAsUserProps {
  /** The signed-in user's address. */
  email: string;
  invitation: FoundInvitationJson;
  secret: string;
  onJoined: () => void;
}

/** Joins as the user who is signed in, by one press; or says why that is the wrong one. */
export function JoinAsUser({ email, invitation, secret, onJoined }: JoinAsUserProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isForAnother = invitation.email !== null && invitation.email !== email;

  const join = async () => {
    setFailure(undefined);
    setPending(true);
    try {
      const { data } = await api('POST /invitations/join', { body: { invitation: { secret } } });
      enterSession(data.token);
      onJoined();
    } catch (error) {
      setFailure(messageOr(error, 'Failed to join'));
      setPending(false);
    }
  };

  return (
    <div className="grid gap-4">
      {failure ? <Alert variant="destructive">{failure}</Alert> : null}
      {isForAnother ? (
        <Alert>
          This invitation is for {invitation.email}. You are signed in as {email}.
        </Alert>
      ) : (
        <p className="wrap-anywhere">You are signed in as {email}.</p>
      )}
      {isForAnother ? null : (
        <Button variant="primary" size="form" disabled={pending} onClick={join}>
          {pending ? 'Joining…' : 'Join'}
        </Button>
      )}
      <Button size="form" disabled={pending} onClick={() => authSessionStore.logOut()}>
        Use another account
      </Button>
    </div>
  );
}
