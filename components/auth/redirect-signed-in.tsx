'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';

/** Redirects from sign-in, sign-up and single sign-on to the events once the user is signed in. */
export function RedirectSignedIn() {
  const router = useRouter();
  const { status } = useAuthSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace('/app');
  }, [router, status]);
  return null;
}
