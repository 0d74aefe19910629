import type { Metadata } from 'next';
import { AuthColumns } from '@/components/auth/auth-columns';
import { ConfirmEmail } from '@/components/auth/confirm-email';

export const metadata: Metadata = { title: 'Confirm your new email' };

export default function ConfirmEmailPage() {
  return (
    <AuthColumns>
      <ConfirmEmail />
    </AuthColumns>
  );
}
