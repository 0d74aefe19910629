'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { tokenStore } from '@/lib/browser/api/token-store';
import { streamsQuery } from '@/lib/browser/data/use-streams';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import { useSignedInRoom } from '@/lib/browser/room/use-signed-in-room';
import { loadPreviewVideo } from './use-preview-video';

/** Connects the previews below it to an event's room, and loads the event's streams meanwhile, for a fast first frame. */
export function EventRoomProvider({ eventId, children }: { eventId: string; children: ReactNode }) {
  const client = useQueryClient();
  const room = useSignedInRoom(eventId);
  useEffect(() => {
    // While LiveKit's client loads, before there is video.
    void loadPreviewVideo();
    if (tokenStore.get()) void client.prefetchQuery(streamsQuery(eventId));
  }, [client, eventId]);
  return <EventRoomContext value={room}>{children}</EventRoomContext>;
}
