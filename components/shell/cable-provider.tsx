'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tokenStore } from '@/lib/browser/api/token-store';
import { authSessionStore, useAuthSession } from '@/lib/browser/api/use-auth-session';
import { createQueryClient } from '@/lib/browser/data/api-query';
import { CableConsumer } from '@/lib/browser/data/cable-consumer';
import { useLiveEvents } from '@/lib/browser/data/live-events';
import { useLiveStreams } from '@/lib/browser/data/live-streams';
import {
  probeServer,
  ServerContact,
  ServerContactContext,
  useContactLostSince,
} from '@/lib/browser/data/server-contact';
import { CableContext } from '@/lib/browser/data/use-cable';
import { useElapsedSeconds } from '@/lib/browser/page/clock';
import { formatCount } from '@/lib/browser/page/format-count';
import { toast } from '@/lib/browser/page/toast';
import { TallyContext, TallyStore, useLiveTally } from '@/lib/browser/tally/use-tally';

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

/** Says for how long the server has not been heard, above everything, also above a tile that fills the screen. */
function ContactStrip() {
  const lostSinceMs = useContactLostSince();
  return lostSinceMs === null ? null : <Strip lostSinceMs={lostSinceMs} />;
}

function Strip({ lostSinceMs }: { lostSinceMs: number }) {
  const ref = useRef<HTMLDivElement>(null);
  const seconds = useElapsedSeconds(lostSinceMs);

  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    // The element shown last lies on top, so show the strip again after another element goes fullscreen.
    const show = () => {
      if (strip.matches(':popover-open')) strip.hidePopover();
      strip.showPopover();
    };
    show();
    document.addEventListener('fullscreenchange', show);
    document.documentElement.dataset.noContact = '';
    return () => {
      document.removeEventListener('fullscreenchange', show);
      delete document.documentElement.dataset.noContact;
    };
  }, []);

  return (
    <div
      ref={ref}
      popover="manual"
      data-testid="contact-strip"
      className="inset-x-0 top-0 bottom-auto h-(--strip-height) w-full items-center justify-center gap-1.5 bg-pending px-4 font-semibold text-canvas text-sm [&:popover-open]:flex"
    >
      {/* Announced once; the counter would be read out each second. */}
      <p role="alert">No contact with the server</p>
      <p aria-hidden>for {formatCount(seconds)}</p>
    </div>
  );
}
