import type { Metadata } from 'next';
import { AccountScreen } from '@/components/account/account-screen';
import { RequireSession } from '@/components/auth/require-session';
import { canSendMail } from '@/lib/platform/mail/send-mail';

export const metadata: Metadata = { title: 'Account' };

export default function AccountPage() {
  return (
    <RequireSession>
      <AccountScreen canSendMail={canSendMail()} />
    </RequireSession>
  );
}
