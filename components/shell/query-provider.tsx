'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createQueryClient } from '@/lib/client/query-client';
import { useSession } from '@/lib/client/use-session';

/** Holds the server state of the signed-in pages, and forgets it when the session ends. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  const { status } = useSession();
  useEffect(() => {
    if (status === 'signed-out') client.clear();
  }, [client, status]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
