'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { returnPath } from '@/lib/browser/page/return-path';

/** Redirects from sign-in and sign-up to the page that was asked for, or the events, once the user is signed in. */
export function RedirectSignedIn() {
  const router = useRouter();
  const { status } = useAuthSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace(returnPath(location.search, location.origin));
  }, [router, status]);
  return null;
}
