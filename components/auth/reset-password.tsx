'use client';

import { useLinkSecret } from '@/lib/browser/page/use-link-secret';
import { NewPasswordForm } from './new-password-form';
import { RequestResetForm } from './request-reset-form';

interface ResetPasswordProps {
  /** Whether the server sends e-mail; otherwise admins hand out links. */
  canSendMail: boolean;
}

/** Asks for a link that sets a new password; opened by such a link, sets it. The link's secret is in the fragment. */
export function ResetPassword({ canSendMail }: ResetPasswordProps) {
  const secret = useLinkSecret();
  // The server does not know the fragment.
  if (secret === null) return null;
  if (secret) return <NewPasswordForm secret={secret} />;
  return (
    <>
      <div className="grid gap-1.5">
        <h1 className="font-semibold text-xl">Forgot your password?</h1>
        <p className="text-muted">
          {canSendMail
            ? 'Enter your email to get a link that sets a new one.'
            : 'Ask an admin of your organization for a link that sets a new one.'}
        </p>
      </div>
      {canSendMail ? <RequestResetForm /> : null}
    </>
  );
}
