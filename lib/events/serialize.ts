import type { Actor } from '@/lib/auth/actor';
import { type Audience, audienceOf, authorize } from '@/lib/auth/policy';
import type { EventJson, EventSummaryJson, ViewerEventJson, ViewerEventSummaryJson } from '@/lib/contracts/events';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { mintViewerToken, roomName, viewerIdentity } from '@/lib/platform/livekit/room-tokens';
import type { Event } from '@/prisma/generated/client';

/** An event for actors who watch it, without access to its room. */
export function serializeEventForViewer({ id, name, createdAt }: Event): ViewerEventSummaryJson {
  return {
    id,
    type: 'event',
    attributes: { name, livekit_room_name: roomName(id), created_at: createdAt.toISOString() },
  };
}

/** An event for actors who run it, without access to its room. */
export function serializeEventForMember(event: Event): EventSummaryJson {
  const forViewer = serializeEventForViewer(event);
  return { ...forViewer, attributes: { ...forViewer.attributes, is_default: event.isDefault } };
}

const serializers: Record<Audience, (event: Event) => EventSummaryJson | ViewerEventSummaryJson> = {
  viewer: serializeEventForViewer,
  member: serializeEventForMember,
};

/** An event as the cable shows it to an audience: without access to its room, which is each page's own. */
export const summarizeEvent = (event: Event, audience: Audience) => serializers[audience](event);

/**
 * An event as the API shows it to an actor, with a new token for its room.
 * @param request whose address decides where the browser reaches LiveKit
 * @throws AppError `forbidden` for an actor who may not watch it
 */
export async function serializeEvent(
  actor: Actor,
  event: Event,
  request: Request,
): Promise<EventJson | ViewerEventJson> {
  authorize(actor, 'events.watch', event);
  const summary = summarizeEvent(event, audienceOf(actor));
  return {
    ...summary,
    attributes: {
      ...summary.attributes,
      livekit_token: await mintViewerToken(event.id, viewerIdentity(actor.authSessionId)),
      livekit_url: livekitPublicUrl(request),
    },
  };
}
