import type { Metadata } from 'next';
import { AuthColumns, AuthLink } from '@/components/auth/auth-columns';
import { RedirectSignedIn } from '@/components/auth/redirects';
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
