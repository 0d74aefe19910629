'use client';

import { Section } from '@/components/controls/section';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { NameForm } from './name-form';
import { PasswordForm } from './password-form';
import { SessionList } from './session-list';

/** The signed-in user's own account: name, password, and where they are signed in. */
export function AccountScreen() {
  const session = useAuthSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mx-auto grid max-w-2xl gap-10">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Account</h1>
        <p className="wrap-anywhere text-muted">
          {session.user.email} · {session.organization.name}
        </p>
      </div>
      <Section title="Name">
        <NameForm user={session.user} />
      </Section>
      <Section title="Password" text="Changing it signs you out everywhere else.">
        <PasswordForm email={session.user.email} />
      </Section>
      <Section title="Sessions" text="Where you are signed in. Sign out what you do not recognize.">
        <SessionList />
      </Section>
    </div>
  );
}
