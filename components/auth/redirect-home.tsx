'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';

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
