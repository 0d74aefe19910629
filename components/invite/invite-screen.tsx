'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { AuthLink } from '@/components/auth/auth-link';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import type { Role } from '@/lib/contracts/permissions';
import { lookUp } from '@/lib/core/look-up';
import { JoinAsUser } from './join-as-user';
import { JoinForm } from './join-form';
import { useInvitation } from './use-invitation';

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
          Joined already? <AuthLink href="/login">Sign in</AuthLink>
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
