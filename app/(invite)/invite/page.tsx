import type { Metadata } from 'next';
import { AuthColumns } from '@/components/auth/auth-columns';
import { InviteScreen } from '@/components/invite/invite-screen';

export const metadata: Metadata = { title: 'Invitation' };

export default function InvitePage() {
  return (
    <AuthColumns>
      <InviteScreen />
    </AuthColumns>
  );
}
