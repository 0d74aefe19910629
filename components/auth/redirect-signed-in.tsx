'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';

/** Sends whoever is or becomes signed in from the entrance to the events. */
export function RedirectSignedIn() {
  const router = useRouter();
  const { status } = useAuthSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace('/app');
  }, [router, status]);
  return null;
}
