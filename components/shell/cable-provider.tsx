'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { CableConsumer } from '@/lib/client/cable-consumer';
import { tokenStore } from '@/lib/client/token-store';
import { CableContext } from '@/lib/client/use-cable';
import { useLiveStreams } from '@/lib/client/use-live-streams';
import { useSession } from '@/lib/client/use-session';

/** Keeps the signed-in pages connected to /cable, and their lists of streams current. A refused token ends the session. */
export function CableProvider({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const [cable, setCable] = useState<CableConsumer | null>(null);
  useEffect(() => {
    const token = tokenStore.get();
    if (status !== 'signed-in' || !token) return;
    const url = new URL('/cable', location.href.replace(/^http/, 'ws')).href;
    const consumer = new CableConsumer({ url, token, onUnauthorized: () => tokenStore.drop(token) });
    const stop = consumer.start();
    setCable(consumer);
    return () => {
      setCable(null);
      stop();
    };
  }, [status]);
  return (
    <CableContext value={cable}>
      <LiveStreams />
      {children}
    </CableContext>
  );
}

function LiveStreams() {
  useLiveStreams();
  return null;
}
