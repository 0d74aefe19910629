'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '@/components/ui/alert';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { signInPath } from '@/lib/browser/page/return-path';

interface RequireSessionProps {
  /** Shown while the auth session is checked, and so the page's first paint. */
  fallback?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its content once the server has confirmed the auth session. Redirects signed-out visitors to /login, which leads
 * back here, unless the session ended on this page: then they have left.
 */
export function RequireSession({ fallback = null, children }: RequireSessionProps) {
  const router = useRouter();
  const { status } = useAuthSession();
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === 'signed-in') wasSignedIn.current = true;
    if (status !== 'signed-out') return;
    const { pathname, search, hash } = window.location;
    router.replace(wasSignedIn.current ? '/login' : signInPath(pathname + search + hash));
  }, [router, status]);
  if (status === 'signed-in') return children;
  if (status !== 'unreachable') return fallback;
  return (
    <div className="mx-auto max-w-md px-4 py-16">
      <Alert>The server cannot be reached. You stay signed in; this page reconnects by itself.</Alert>
    </div>
  );
}
