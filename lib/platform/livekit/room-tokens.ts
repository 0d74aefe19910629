import { AccessToken } from 'livekit-server-sdk';
import { livekitEnv } from '../env/livekit-env';

/** The room of an event. */
export const roomName = (eventId: string): string => `event-${eventId}`;

const viewerTtlSeconds = 6 * 3600;
const publisherTtlSeconds = 60;

/** A token for one user to watch one event: subscribe only, that room only, six hours. */
export function mintViewerToken(eventId: string, identity: string): Promise<string> {
  const token = new AccessToken(livekitEnv().LIVEKIT_API_KEY, livekitEnv().LIVEKIT_API_SECRET, {
    identity,
    ttl: viewerTtlSeconds,
  });
  token.addGrant({
    roomJoin: true,
    room: roomName(eventId),
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
  return token.toJwt();
}

/** A token for a worker to join its event's room as its stream's camera; only good for joining now. */
export function mintPublisherToken(eventId: string, participantIdentity: string, name: string): Promise<string> {
  const token = new AccessToken(livekitEnv().LIVEKIT_API_KEY, livekitEnv().LIVEKIT_API_SECRET, {
    identity: participantIdentity,
    name,
    ttl: publisherTtlSeconds,
  });
  token.addGrant({ roomJoin: true, room: roomName(eventId), canPublish: true, canSubscribe: false });
  return token.toJwt();
}
