'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'sonner';
import { tokenStore } from '@/lib/browser/api/token-store';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import { CableConsumer } from '@/lib/browser/data/cable-consumer';
import { probeServer, ServerContact } from '@/lib/browser/data/server-contact';
import { CableContext } from '@/lib/browser/data/use-cable';
import { useLiveEvents } from '@/lib/browser/data/use-live-events';
import { useLiveStreams } from '@/lib/browser/data/use-live-streams';
import { ServerContactContext } from '@/lib/browser/data/use-server-contact';
import { TallyStore } from '@/lib/browser/tally/tally-store';
import { TallyContext, useLiveTally } from '@/lib/browser/tally/use-tally';
import { ContactStrip } from './contact-strip';

/** Connects the signed-in pages to /cable, and keeps their events and streams current. A refused token ends the auth session. */
export function CableProvider({ children }: { children: ReactNode }) {
  const { status } = useAuthSession();
  const [cable, setCable] = useState<CableConsumer | null>(null);
  const [contact, setContact] = useState<ServerContact | null>(null);
  const [tally] = useState(() => new TallyStore());
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
    const watch = new ServerContact({ cable: consumer, probe: probeServer });
    const stopCable = consumer.start();
    const stopContact = watch.start();
    setCable(consumer);
    setContact(watch);
    return () => {
      setCable(null);
      setContact(null);
      stopContact();
      stopCable();
    };
  }, [status]);
  return (
    <CableContext value={cable}>
      <LiveLists tally={tally} />
      <ServerContactContext value={contact}>
        <ContactStrip />
        <TallyContext value={tally}>{children}</TallyContext>
      </ServerContactContext>
    </CableContext>
  );
}

function LiveLists({ tally }: { tally: TallyStore }) {
  useLiveStreams();
  useLiveTally(tally);
  useLiveEvents((name) => toast('Event Deleted', { description: `Event deleted: ${name}` }));
  return null;
}
