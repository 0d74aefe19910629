'use client';

import type { ReactNode } from 'react';
import { loadLiveKit } from '@/lib/browser/room/event-room';
import { EventRoomProvider } from './event-room-provider';
import { loadPreviewVideo } from './use-preview-video';

// The first frame waits for both, so they are loaded before the page is hydrated. The room loads them again if this fails.
if (typeof window !== 'undefined') {
  loadLiveKit().catch(() => undefined);
  void loadPreviewVideo();
}

/** The room of a page that always shows the video of one event. */
export function PageRoom({ eventId, children }: { eventId: string; children: ReactNode }) {
  return <EventRoomProvider eventId={eventId}>{children}</EventRoomProvider>;
}
