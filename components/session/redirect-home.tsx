'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useSession } from '@/lib/client/use-session';

/** Sends a visitor of an unknown path to the events, or to the landing page if signed out. */
export function RedirectHome() {
  const router = useRouter();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace('/app');
    if (status === 'signed-out') router.replace('/');
  }, [router, status]);
  return null;
}
