'use client';

import type { ReactNode } from 'react';
import { loadLiveKit } from '@/lib/browser/room/event-room';
import { EventRoomProvider } from './event-room-provider';
import { loadPreviewVideo } from './use-preview-video';

// The first picture waits for both, so they are fetched before the page has come to life. The room asks again if it must.
if (typeof window !== 'undefined') {
  loadLiveKit().catch(() => undefined);
  void loadPreviewVideo();
}

/** The room of a page that is about one event, where pictures are sure to come. */
export function PageRoom({ eventId, children }: { eventId: string; children: ReactNode }) {
  return <EventRoomProvider eventId={eventId}>{children}</EventRoomProvider>;
}
