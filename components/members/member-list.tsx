'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { Confirm } from '@/components/controls/confirm';
import { Alert } from '@/components/ui/alert';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useMay } from '@/lib/browser/api/use-may';
import { useMemberMutations, useMembers } from '@/lib/browser/queries/organization/use-members';
import type { AccountJson } from '@/lib/contracts/accounts';
import type { MemberJson } from '@/lib/contracts/organization/members';
import { type Role, roleMay } from '@/lib/contracts/permissions';
import { fullName } from '@/lib/core/full-name';
import { PasswordLinkButton } from './password-link-button';
import { RoleSelect } from './role-select';
import { roleWords } from './role-words';

/** Who is in the organization; for admins, with the choice of each role and the button that removes. */
export function MemberList({ user, role }: Pick<AccountJson, 'user' | 'role'>) {
  const members = useMembers();
  const { changeRole, remove } = useMemberMutations();
  const mayChange = useMay('members.update');
  const [removing, setRemoving] = useState<MemberJson | null>(null);
  const failure = changeRole.error ?? remove.error;
  /** The one that is being given, until the list is loaded again. */
  const shownRole = ({ id, attributes }: MemberJson) =>
    changeRole.isPending && changeRole.variables.id === id ? changeRole.variables.role : attributes.role;
  const isChangeable = (member: MemberJson) =>
    mayChange && member.id !== user.id && (member.attributes.role !== 'owner' || roleMay(role, 'members.own'));

  return (
    <div className="grid gap-4">
      {failure ? <Alert variant="destructive">{messageOr(failure, 'Failed to change the team')}</Alert> : null}
      {members.isError && !members.data ? (
        <Alert variant="destructive">{messageOr(members.error, 'Failed to load the team')}</Alert>
      ) : null}
      {members.isPending ? <Skeleton className="h-16 rounded-lg" /> : null}
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
                    className="h-8 w-28 px-2"
                    onChange={(event) =>
                      changeRole.mutate(
                        { id: member.id, role: event.target.value as Role },
                        { onSuccess: () => toast('Role changed') },
                      )
                    }
                  />
                  <PasswordLinkButton id={member.id} name={nameOf(member)} />
                  <Button aria-label={`Remove ${nameOf(member)}`} onClick={() => setRemoving(member)}>
                    Remove
                  </Button>
                </div>
              ) : (
                <span className="text-muted">{roleWords[member.attributes.role].name}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <Confirm
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        question={`Remove ${removing ? nameOf(removing) : ''}?`}
        consequence="They are signed out of this organization at once, and see its cameras no more."
        action="Remove"
        onConfirm={() => {
          if (removing) remove.mutate(removing.id);
        }}
      />
    </div>
  );
}

const nameOf = ({ attributes }: MemberJson): string => fullName(attributes.first_name, attributes.last_name);
