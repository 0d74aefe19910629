import { randomUUID } from 'node:crypto';
import type { Actor } from '@/lib/auth/actor';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { mintViewerToken, roomName } from '@/lib/platform/livekit/room-tokens';
import type { Event } from '@/prisma/generated/client';

/** What the API shows of an event, with a new token for this actor to watch it. */
export async function serializeEvent(event: Event, actor: Actor, request: Request): Promise<EventJson> {
  const { attributes, ...summary } = summarizeEvent(event);
  return {
    ...summary,
    attributes: {
      ...attributes,
      // LiveKit throws out the older of two participants with one identity: each page needs its own.
      livekit_token: await mintViewerToken(event.id, `viewer-${actor.userId}-${randomUUID()}`),
      livekit_url: livekitPublicUrl(request),
    },
  };
}

/** What the cable tells all members of an event. */
export const summarizeEvent = ({ id, name, isDefault, createdAt }: Event): EventSummaryJson => ({
  id,
  type: 'event',
  attributes: {
    name,
    livekit_room_name: roomName(id),
    is_default: isDefault,
    created_at: createdAt.toISOString(),
  },
});
