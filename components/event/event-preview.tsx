'use client';

import { useRef } from 'react';
import { ConnectionBadge } from '@/components/preview/connection-badge';
import { EventRoomProvider } from '@/components/preview/event-room-provider';
import { PreviewWell } from '@/components/preview/preview-well';
import { useInView } from '@/lib/browser/page/use-in-view';
import type { StreamJson } from '@/lib/contracts/streams';

const disconnectAfterMs = 3_000;

/** An event's cover: its first active camera, or else its first. Connects only while it is in view and the camera is active. */
export function EventPreview({ eventId, streams }: { eventId: string; streams: StreamJson[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const inView = useInView(ref, disconnectAfterMs);
  const stream = streams.find(({ attributes }) => attributes.status === 'active') ?? streams[0];
  const connected = inView && stream?.attributes.status === 'active';
  return (
    <div ref={ref}>
      {connected ? (
        <EventRoomProvider eventId={eventId}>
          <PreviewWell stream={stream}>
            <div className="absolute top-2 right-2 rounded-md bg-canvas/85">
              <ConnectionBadge isAnnounced={false} />
            </div>
          </PreviewWell>
        </EventRoomProvider>
      ) : (
        <PreviewWell stream={stream} />
      )}
    </div>
  );
}
