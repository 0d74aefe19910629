'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { AuthLink } from '@/components/auth/auth-columns';
import { useAttempt } from '@/components/auth/use-attempt';
import { Failure } from '@/components/controls/failure';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { api } from '@/lib/browser/api/api-client';
import { enterSession } from '@/lib/browser/api/enter-session';
import { messageOr } from '@/lib/browser/api/error-text';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import type { FoundInvitationJson } from '@/lib/contracts/organization/members';
import type { Role } from '@/lib/contracts/permissions';
import { lookUp } from '@/lib/core/look-up';
import { JoinForm } from './join-form';

const asRole: Record<Role, string> = {
  owner: 'as an owner',
  admin: 'as an admin',
  member: 'as a member, to run its events',
  viewer: 'to watch its events',
};

/** The page of an invitation link: who invites, to which organization, and joining with a new or existing account. */
export function InviteScreen() {
  const router = useRouter();
  const secret = useLinkSecret();
  const { invitation, error } = useInvitation(secret);
  const session = useAuthSession();
  const [hasJoined, setHasJoined] = useState(false);
  const [hasAccount, setHasAccount] = useState(false);
  const onJoined = () => {
    setHasJoined(true);
    router.replace('/app');
  };

  if (error) {
    return (
      <>
        <h1 className="font-semibold text-xl">Invitation</h1>
        <Alert variant="destructive">{messageOr(error, 'The server cannot be reached. Reload this page.')}</Alert>
        <p className="text-muted">
          Already a member? <AuthLink href="/login">Sign in</AuthLink>
        </p>
      </>
    );
  }
  if (secret === null || !invitation || hasJoined || session.status === 'checking') {
    return (
      <div role="status" aria-label="Loading…" className="grid gap-4">
        <Skeleton className="h-8 w-56" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  const { organization, inviter_name: inviter, role } = invitation;
  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="wrap-anywhere font-semibold text-xl">Join {organization.name}</h1>
        <p className="wrap-anywhere text-muted">
          {`${inviter ?? 'Someone'} invites you ${lookUp(asRole, role) ?? `as ${role}`}.`}
        </p>
      </div>
      {session.status === 'signed-in' ? (
        <JoinAsUser email={session.user.email} invitation={invitation} secret={secret} onJoined={onJoined} />
      ) : (
        <>
          <JoinForm
            key={String(hasAccount)}
            hasAccount={hasAccount}
            invitation={invitation}
            secret={secret}
            onJoined={onJoined}
          />
          <p className="text-muted">
            {hasAccount ? 'New here? ' : 'Already have an account? '}
            <Button variant="link" size="inline" onClick={() => setHasAccount((has) => !has)}>
              {hasAccount ? 'Create an account' : 'Sign in'}
            </Button>
          </p>
        </>
      )}
    </>
  );
}

/** The result of looking up an invitation. */
interface LookUp {
  secret: string;
  invitation?: FoundInvitationJson;
  error?: unknown;
}

/** The invitation of a secret; neither it nor an error while it is being looked up. */
function useInvitation(secret: string | null): Omit<LookUp, 'secret'> {
  const [lookUp, setLookUp] = useState<LookUp>();
  useEffect(() => {
    if (secret === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    api('POST /invitations/find', { body: { invitation: { secret } }, signal })
      .then(({ data: invitation }) => setLookUp({ secret, invitation }))
      .catch((error: unknown) => {
        if (!signal.aborted) setLookUp({ secret, error });
      });
    return () => leaving.abort();
  }, [secret]);
  return lookUp?.secret === secret ? lookUp : {};
}

interface JoinAsUserProps {
  /** The signed-in user's address. */
  email: string;
  invitation: FoundInvitationJson;
  secret: string;
  onJoined: () => void;
}

/** Joins as the user who is signed in, by one press; or says why that is the wrong one. */
function JoinAsUser({ email, invitation, secret, onJoined }: JoinAsUserProps) {
  const { isPending, error, attempt } = useAttempt();
  const isForAnother = invitation.email !== null && invitation.email !== email;

  const join = () =>
    attempt(async () => {
      const { data } = await api('POST /invitations/join', { body: { invitation: { secret } } });
      enterSession(data.token);
      onJoined();
    });

  return (
    <div className="grid gap-4">
      <Failure error={error} text="Failed to join" />
      {isForAnother ? (
        <Alert>
          This invitation is for {invitation.email}. You are signed in as {email}.
        </Alert>
      ) : (
        <p className="wrap-anywhere">You are signed in as {email}.</p>
      )}
      {isForAnother ? null : (
        <Button variant="primary" size="form" disabled={isPending} onClick={join}>
          {isPending ? 'Joining…' : 'Join'}
        </Button>
      )}
      <Button size="form" disabled={isPending} onClick={() => authSessionStore.logOut()}>
        Use another account
      </Button>
    </div>
  );
}
