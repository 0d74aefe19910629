'use client';

import { type FormEvent, useState } from 'react';
import { CopyLine } from '@/components/controls/copy-line';
import { Failure, FormFailure, Loading } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Label } from '@/components/ui/input';
import { useInvitations, useMemberMutations } from '@/lib/browser/data/organization/use-members';
import { formatTime } from '@/lib/browser/page/format-time';
import type { InvitationJson, NewInvitationJson } from '@/lib/contracts/organization/members';
import type { Role } from '@/lib/contracts/permissions';
import { RoleSelect, roleWords } from './role-select';

/** The form that invites, the link that was made last, and the invitations that are open. @param props.role the user's */
export function Invitations({ role: ownRole }: { role: Role }) {
  const invitations = useInvitations();
  const { invite, revoke } = useMemberMutations();
  const [role, setRole] = useState<Role>('viewer');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email')).trim() || null;
    invite.mutate({ invitation: { role, email } }, { onSuccess: () => form.reset() });
  };

  const withdraw = (id: string) => {
    if (invite.data?.id === id) invite.reset();
    revoke.mutate(id);
  };

  return (
    <div className="grid gap-6">
      <form method="post" onSubmit={submit} className="grid gap-4">
        <FormFailure error={invite.error} text="Failed to invite" />
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <Field
            label="Email (optional)"
            name="email"
            type="email"
            autoComplete="off"
            hint="If set, only this address can accept the invitation."
          />
          <div className="grid gap-1.5">
            <Label htmlFor="invitation-role">Role</Label>
            <RoleSelect
              id="invitation-role"
              aria-describedby="invitation-role-hint"
              highest={ownRole}
              value={role}
              onChange={(event) => setRole(event.target.value as Role)}
            />
            <p id="invitation-role-hint" className="text-faint text-sm">
              {roleWords(role).meaning}
            </p>
          </div>
        </div>
        <Button type="submit" variant="primary" size="form" className="justify-self-start" disabled={invite.isPending}>
          {invite.isPending ? 'Inviting…' : 'Invite'}
        </Button>
      </form>
      {invite.data ? <NewLink invitation={invite.data} /> : null}
      <Failure error={revoke.error} text="Failed to withdraw the invitation" />
      <Loading query={invitations} failure="Failed to load the invitations" className="h-16 rounded-lg" />
      {invitations.data && invitations.data.length > 0 ? (
        <ul aria-label="Open invitations" className="divide-y rounded-lg border">
          {invitations.data.map((invitation) => (
            <li key={invitation.id} className="flex min-h-16 items-center gap-4 px-4 py-3">
              <InvitationWords invitation={invitation} />
              <Button
                className="ml-auto"
                aria-label={`Withdraw the invitation for ${whoOf(invitation)}`}
                disabled={revoke.isPending && revoke.variables === invitation.id}
                onClick={() => withdraw(invitation.id)}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The link of a new invitation, which no answer shows again. */
function NewLink({ invitation: { attributes } }: { invitation: NewInvitationJson }) {
  const { email, secret, is_mailed: isMailed } = attributes;
  return (
    <Alert>
      <div className="grid gap-3">
        <p>
          <span>
            {isMailed
              ? `The invitation went to ${email}. You can also send this link yourself.`
              : `Send this link to ${email ?? 'one person'}.`}
          </span>{' '}
          It works once, for seven days, and is not shown again.
        </p>
        <CopyLine label="Invitation link" value={`${location.origin}/invite#${secret}`} hideLabel />
      </div>
    </Alert>
  );
}

function InvitationWords({ invitation }: { invitation: InvitationJson }) {
  const { role, inviter_name: inviter, expires_at: expiresAt } = invitation.attributes;
  return (
    <div className="grid min-w-0 gap-0.5">
      <span className="wrap-anywhere font-medium">{whoOf(invitation)}</span>
      <p className="wrap-anywhere text-muted text-sm">
        <span>{`${roleWords(role).name}${inviter ? ` · invited by ${inviter}` : ''} · until `}</span>
        <time dateTime={expiresAt}>{formatTime(new Date(expiresAt))}</time>
      </p>
    </div>
  );
}

const whoOf = ({ attributes }: InvitationJson): string => attributes.email ?? 'Anyone with the link';
