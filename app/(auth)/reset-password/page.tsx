import type { Metadata } from 'next';
import { AuthColumns, AuthLink } from '@/components/auth/auth-columns';
import { ResetPassword } from '@/components/auth/reset-password';
import { canSendMail } from '@/lib/platform/mail/send-mail';

export const metadata: Metadata = { title: 'Set a new password' };

export default function ResetPasswordPage() {
  return (
    <AuthColumns>
      <ResetPassword canSendMail={canSendMail()} />
      <p className="text-muted">
        <AuthLink href="/login">Back to sign in</AuthLink>
      </p>
    </AuthColumns>
  );
}
