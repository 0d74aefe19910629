'use client';

import { Section } from '@/components/controls/section';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useMay } from '@/lib/browser/api/use-may';
import { Invitations } from './invitations';
import { MemberList } from './member-list';

/** The organization's members, and for admins, the invitations. */
export function TeamScreen() {
  const session = useAuthSession();
  const mayInvite = useMay('invitations.create');
  if (session.status !== 'signed-in') return null;
  return (
    <div className="grid gap-10">
      <div className="grid gap-6">
        <h1 className="font-semibold text-xl">Team</h1>
        <MemberList user={session.user} role={session.role} />
      </div>
      {mayInvite ? (
        <Section title="Invite people" text="Each link works once.">
          <Invitations role={session.role} />
        </Section>
      ) : null}
    </div>
  );
}
