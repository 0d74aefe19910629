import type { Metadata } from 'next';
import { AuthColumns } from '@/components/auth/auth-columns';
import { AuthLink } from '@/components/auth/auth-link';
import { RedirectSignedIn } from '@/components/auth/redirect-signed-in';
import { SsoSession } from '@/components/auth/sso-session';

export const metadata: Metadata = { title: 'Sign in' };

export default function SsoPage() {
  return (
    <AuthColumns>
      <RedirectSignedIn />
      <SsoSession />
      <p className="text-muted">
        Another account? <AuthLink href="/login">Sign in</AuthLink>
      </p>
    </AuthColumns>
  );
}
