'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { Alert } from '@/components/ui/alert';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';

/** Shows its content once the server has confirmed the auth session, and redirects signed-out visitors to /login. */
export function RequireSession({ children }: { children: ReactNode }) {
  const router = useRouter();
  const { status } = useAuthSession();
  useEffect(() => {
    if (status === 'signed-out') router.replace('/login');
  }, [router, status]);
  if (status === 'signed-in') return children;
  if (status !== 'unreachable') return null;
  return (
    <div className="mx-auto max-w-md px-4 py-16">
      <Alert>The server cannot be reached. You stay signed in; this page reconnects by itself.</Alert>
    </div>
  );
}
