'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { returnPath } from '@/lib/browser/page/return-path';

/** Redirects from sign-in, sign-up and single sign-on to the page that was asked for, or the events, once signed in. */
export function RedirectSignedIn() {
  const router = useRouter();
  const { status } = useAuthSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace(returnPath(location.search, location.origin));
  }, [router, status]);
  return null;
}

/** Redirects from an unknown path to the events, or to the landing page when signed out. */
export function RedirectHome() {
  const router = useRouter();
  const { status } = useAuthSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace('/app');
    if (status === 'signed-out') router.replace('/');
  }, [router, status]);
  return null;
}
