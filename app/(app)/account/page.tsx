import type { Metadata } from 'next';
import { AccountScreen } from '@/components/account/account-screen';
import { RequireSession } from '@/components/auth/require-session';

export const metadata: Metadata = { title: 'Account' };

export default function AccountPage() {
  return (
    <RequireSession>
      <AccountScreen />
    </RequireSession>
  );
}
