'use client';

import { Field } from '@/components/controls/field';
import { NewPasswordField } from '@/components/controls/new-password-field';
import { SettingsForm } from '@/components/controls/settings-form';
import { Alert } from '@/components/ui/alert';
import { useChangeEmail, useChangePassword, useUpdateAccount } from '@/lib/browser/data/account/use-account';
import { toast } from '@/lib/browser/page/toast';
import type { AccountJson } from '@/lib/contracts/accounts';

/** Changes the user's name. */
export function NameForm({ user }: Pick<AccountJson, 'user'>) {
  const update = useUpdateAccount();
  const save = (form: FormData) => {
    const names = { first_name: String(form.get('first_name')), last_name: String(form.get('last_name')) };
    update.mutate({ user: names }, { onSuccess: () => toast('Name saved') });
  };
  return (
    <SettingsForm saving={update} failure="Failed to save the name" action="Save name" onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" name="first_name" defaultValue={user.first_name} autoComplete="given-name" required />
        <Field label="Last name" name="last_name" defaultValue={user.last_name ?? ''} autoComplete="family-name" />
      </div>
    </SettingsForm>
  );
}

interface EmailFormProps {
  /** The present one. */
  email: string;
  /** Whether the new address gets a link that changes it; otherwise it is changed at once. */
  canSendMail: boolean;
}

/** Changes the e-mail address by which the user signs in. */
export function EmailForm({ email, canSendMail }: EmailFormProps) {
  const change = useChangeEmail();
  const asked = change.variables?.user.email;
  const save = (form: FormData, element: HTMLFormElement) => {
    const user = { email: String(form.get('new_email')), current_password: String(form.get('current_password')) };
    change.mutate(
      { user },
      {
        onSuccess: () => {
          element.reset();
          if (!canSendMail) toast('Email changed', { description: 'Sign in with it from now on.' });
        },
      },
    );
  };
  return (
    <SettingsForm
      saving={change}
      failure="Failed to change the email"
      action="Change email"
      pendingAction="Changing…"
      onSubmit={save}
    >
      {change.isSuccess && canSendMail ? (
        <Alert>
          A link is on its way to {asked}. Your email changes once you open it, within one hour. Check your spam folder
          too.
        </Alert>
      ) : null}
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="New email"
          name="new_email"
          type="email"
          autoComplete="email"
          hint={canSendMail ? undefined : 'Check the spelling. This server cannot send a confirmation.'}
          required
        />
        <Field label="Password" name="current_password" type="password" autoComplete="current-password" required />
      </div>
    </SettingsForm>
  );
}

/** Changes the user's password. @param props.email tells password managers whose it is */
export function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const save = (form: FormData, element: HTMLFormElement) => {
    const user = { current_password: String(form.get('current_password')), password: String(form.get('password')) };
    change.mutate(
      { user },
      {
        onSuccess: () => {
          element.reset();
          toast('Password changed', { description: 'You are signed out everywhere else.' });
        },
      },
    );
  };
  return (
    <SettingsForm
      saving={change}
      failure="Failed to change the password"
      action="Change password"
      pendingAction="Changing…"
      onSubmit={save}
    >
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Current password"
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField label="New password" />
      </div>
    </SettingsForm>
  );
}
