'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { tokenStore } from '@/lib/browser/api/token-store';
import { streamsQuery } from '@/lib/browser/queries/use-streams';
import { EventRoomContext, useEventRoom } from '@/lib/browser/room/use-event-room';
import { loadPreviewVideo } from './use-preview-video';

/** Connects the previews below it to one event's room, and fetches its streams beside, so that the picture comes fast. */
export function EventRoomProvider({ eventId, children }: { eventId: string; children: ReactNode }) {
  const client = useQueryClient();
  const room = useEventRoom(eventId);
  useEffect(() => {
    // Beside LiveKit's client, before there is a picture.
    void loadPreviewVideo();
    if (tokenStore.get()) void client.prefetchQuery(streamsQuery(eventId));
  }, [client, eventId]);
  return <EventRoomContext value={room}>{children}</EventRoomContext>;
}
