'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useSession } from '@/lib/client/use-session';

/** Sends whoever is or becomes signed in from the entrance to the events. */
export function LeaveWhenSignedIn() {
  const router = useRouter();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed-in') router.replace('/app');
  }, [router, status]);
  return null;
}
