'use client';

import { AuthLink } from '@/components/auth/auth-columns';
import { Section } from '@/components/controls/section';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { useMay } from '@/lib/browser/api/use-may';
import { EmailForm, NameForm, PasswordForm } from './account-forms';
import { PushForm } from './push-form';
import { SessionList } from './session-list';

interface AccountScreenProps {
  /** Whether the server sends e-mail. */
  canSendMail: boolean;
}

/** The signed-in user's own account: name, e-mail address, password, and where they are signed in. */
export function AccountScreen({ canSendMail }: AccountScreenProps) {
  const session = useAuthSession();
  const mayPush = useMay('push.set');
  if (session.status !== 'signed-in') return null;
  const { user, organization } = session;
  return (
    <div className="mx-auto grid max-w-2xl gap-10">
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Account</h1>
        <p className="wrap-anywhere text-muted">
          {user.email} · {organization.name}
        </p>
      </div>
      <Section title="Name">
        <NameForm user={user} />
      </Section>
      {user.has_password ? (
        <>
          <Section
            title="Email"
            text={
              canSendMail
                ? 'You sign in with this address. To change it, confirm a link to the new one.'
                : 'You sign in with this address. You stay signed in when you change it.'
            }
          >
            <EmailForm email={user.email} canSendMail={canSendMail} />
          </Section>
          <Section title="Password" text="A new password signs you out everywhere else.">
            <PasswordForm email={user.email} />
          </Section>
        </>
      ) : (
        <Section
          title="Email and password"
          text="You sign in by single sign-on, without a password. Set one first to change your email here."
        >
          {canSendMail ? (
            <p>
              <AuthLink href="/reset-password">Set a password</AuthLink>
            </p>
          ) : (
            <p>Ask an admin of your organization for a password link.</p>
          )}
        </Section>
      )}
      {mayPush ? (
        <Section title="Alarms on this device" text="A notification, also while no page is open. Signing out ends it.">
          <PushForm />
        </Section>
      ) : null}
      <Section title="Sessions" text="Devices where you are signed in. Sign out any that you do not recognize.">
        <SessionList />
      </Section>
    </div>
  );
}
