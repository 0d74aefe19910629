'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { tokenStore } from '@/lib/browser/api/token-store';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import { CableConsumer } from '@/lib/browser/cable/cable-consumer';
import { CableContext } from '@/lib/browser/cable/use-cable';
import { useLiveEvents } from '@/lib/browser/cable/use-live-events';
import { useLiveStreams } from '@/lib/browser/cable/use-live-streams';

/** Connects the signed-in pages to /cable, and keeps their events and streams current. A refused token ends the auth session. */
export function CableProvider({ children }: { children: ReactNode }) {
  const { status } = useAuthSession();
  const [cable, setCable] = useState<CableConsumer | null>(null);
  useEffect(() => {
    const token = tokenStore.get();
    if (status !== 'signed-in' || !token) return;
    const url = new URL('/cable', location.href.replace(/^http/, 'ws')).href;
    const consumer = new CableConsumer({
      url,
      token,
      onUnauthorized: () => tokenStore.drop(token),
      onRoleChanged: () => void authSessionStore.refresh(),
    });
    const stop = consumer.start();
    setCable(consumer);
    return () => {
      setCable(null);
      stop();
    };
  }, [status]);
  return (
    <CableContext value={cable}>
      <LiveLists />
      {children}
    </CableContext>
  );
}

function LiveLists() {
  useLiveStreams();
  useLiveEvents((name) => toast('Event Deleted', { description: `Event deleted: ${name}` }));
  return null;
}
