'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { CopyLine } from '@/components/controls/copy-line';
import { Failure, Loading } from '@/components/controls/failure';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import { api } from '@/lib/browser/api/api-client';
import { useMay } from '@/lib/browser/api/use-may';
import { useApiTokens } from '@/lib/browser/data/organization/use-api-tokens';
import { useMemberMutations, useMembers } from '@/lib/browser/data/organization/use-members';
import { toast } from '@/lib/browser/page/toast';
import type { AccountJson } from '@/lib/contracts/accounts';
import type { ApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import type { MemberJson } from '@/lib/contracts/organization/members';
import { accessesAbove, type Role, roleMay } from '@/lib/contracts/permissions';
import { fullName } from '@/lib/core/full-name';
import { RoleSelect, roleWords } from './role-select';

/** The organization's members. Admins can change each role and remove members. */
export function MemberList({ user, role }: Pick<AccountJson, 'user' | 'role'>) {
  const members = useMembers();
  const { changeRole, remove } = useMemberMutations();
  const mayChange = useMay('members.update');
  const tokens = useApiTokens({ enabled: mayChange });
  /** The change that waits for confirmation: a new role, or removal where the role is null. */
  const [asking, setAsking] = useState<{ member: MemberJson; role: Role | null } | null>(null);
  const failure = changeRole.error ?? remove.error;
  /** The one that is being given, until the list is loaded again. */
  const shownRole = ({ id, attributes }: MemberJson) =>
    changeRole.isPending && changeRole.variables.id === id ? changeRole.variables.role : attributes.role;
  const isChangeable = (member: MemberJson) =>
    mayChange && member.id !== user.id && (member.attributes.role !== 'owner' || roleMay(role, 'members.own'));

  const giveRole = ({ id }: MemberJson, next: Role) =>
    changeRole.mutate({ id, role: next }, { onSuccess: () => toast('Role changed') });
  const tokensThatEnd = (member: MemberJson, next: Role | null) =>
    (tokens.data ?? []).filter(
      ({ attributes: { maker, access } }) => maker?.id === member.id && accessesAbove(next).includes(access),
    );
  const choose = (member: MemberJson, next: Role) => {
    if (tokensThatEnd(member, next).length > 0) setAsking({ member, role: next });
    else giveRole(member, next);
  };

  return (
    <div className="grid gap-4">
      <Failure error={failure} text="Failed to change the team" />
      <Loading query={members} failure="Failed to load the team" className="h-16 rounded-lg" />
      {members.data ? (
        <ul className="divide-y rounded-lg border">
          {members.data.map((member) => (
            <li key={member.id} className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="grid min-w-48 flex-1 gap-0.5">
                <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span className="wrap-anywhere font-medium">{nameOf(member)}</span>
                  {member.id === user.id ? <Badge>You</Badge> : null}
                </div>
                <p className="wrap-anywhere text-muted text-sm">{member.attributes.email}</p>
              </div>
              {isChangeable(member) ? (
                <div className="flex flex-wrap items-center gap-2">
                  <RoleSelect
                    highest={role}
                    aria-label={`Role of ${nameOf(member)}`}
                    value={shownRole(member)}
                    // Until it is known what there is to ask.
                    disabled={tokens.isLoading}
                    className="h-8 w-28 px-2"
                    onChange={(event) => choose(member, event.target.value as Role)}
                  />
                  <PasswordLinkButton id={member.id} name={nameOf(member)} />
                  <Button
                    aria-label={`Remove ${nameOf(member)}`}
                    disabled={tokens.isLoading}
                    onClick={() => setAsking({ member, role: null })}
                  >
                    Remove
                  </Button>
                </div>
              ) : (
                <span className="text-muted">{roleWords(member.attributes.role).name}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {asking ? (
        <Confirm
          open
          onOpenChange={() => setAsking(null)}
          question={
            asking.role === null
              ? `Remove ${nameOf(asking.member)}?`
              : `Make ${nameOf(asking.member)} a ${roleWords(asking.role).name.toLowerCase()}?`
          }
          consequence={[
            asking.role === null
              ? 'They are signed out of this organization at once and lose access to its cameras.'
              : roleWords(asking.role).meaning,
            ...tokenSentences(tokensThatEnd(asking.member, asking.role)),
          ].join(' ')}
          action={asking.role === null ? 'Remove' : 'Change role'}
          onConfirm={() => {
            if (asking.role === null) remove.mutate(asking.member.id);
            else giveRole(asking.member, asking.role);
          }}
        />
      ) : null}
    </div>
  );
}

/** Says which tools stop working. */
const tokenSentences = (tokens: ApiTokenJson[]): string[] =>
  tokens.length === 0
    ? []
    : [`API tokens that they made stop working: ${tokens.map(({ attributes }) => attributes.name).join(', ')}.`];

const nameOf = ({ attributes }: MemberJson): string => fullName(attributes.first_name, attributes.last_name);

interface PasswordLinkButtonProps {
  /** The member's. */
  id: string;
  name: string;
}

/** Makes a link that sets a member's new password, and shows it, once. */
function PasswordLinkButton({ id, name }: PasswordLinkButtonProps) {
  const make = useMutation({
    mutationFn: async () => (await api('POST /members/{id}/password_reset_link', { params: { id } })).data.attributes,
  });
  return (
    <>
      <Button aria-label={`Password link for ${name}`} disabled={make.isPending} onClick={() => make.mutate()}>
        Password link
      </Button>
      <Dialog open={make.isSuccess || make.isError} onOpenChange={() => make.reset()}>
        <DialogContent>
          <DialogTitle className="wrap-anywhere">Password link for {name}</DialogTitle>
          <DialogDescription>
            The link sets a new password. It works once, within an hour, and is not shown again.
          </DialogDescription>
          <Failure error={make.error} text="Failed to make a password link" />
          {make.isSuccess ? (
            <CopyLine label="Password link" value={`${location.origin}/reset-password#${make.data.secret}`} hideLabel />
          ) : null}
        </DialogContent>
      </Dialog>
    </>
  );
}
