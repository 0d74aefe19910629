'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useAuthSession } from '@/lib/browser/api/use-auth-session';
import { createQueryClient } from '@/lib/browser/data/query-client';

/** Caches the server state of the signed-in pages, and clears it when the auth session ends or becomes another one. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const { status } = useAuthSession();
  useEffect(() => {
    // Nothing that uses it is shown then.
    if (status === 'signed-out' || status === 'checking') client.clear();
  }, [client, status]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
