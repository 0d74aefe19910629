import { randomUUID } from 'node:crypto';
import { AccessToken } from 'livekit-server-sdk';
import { livekitEnv } from '../env/livekit-env';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const roomPattern = new RegExp(`^event-(${uuid})$`);
const viewerPattern = new RegExp(`^viewer-(${uuid})-${uuid}$`);

/** The room of an event. */
export const roomName = (eventId: string): string => `event-${eventId}`;

/** The event of a room; undefined for a room that is none of ours. */
export const eventIdOf = (room: string): string | undefined => roomPattern.exec(room)?.[1];

/**
 * A participant identity of its own for each page, because LiveKit disconnects the older of two that are the same. It
 * names the auth session or the API token, with which the participant leaves the room.
 */
export const viewerIdentity = (authSessionId: string): string => `viewer-${authSessionId}-${randomUUID()}`;

/** The auth session or the API token of a {@link viewerIdentity}; undefined for others. */
export const authSessionIdOf = (identity: string): string | undefined => viewerPattern.exec(identity)?.[1];

/** LiveKit itself renews the tokens of those who are connected, for ten minutes each time. */
export const viewerTtlSeconds = 10 * 60;
const publisherTtlSeconds = 60;

/** A token for one user to watch one event: subscribe only, that room only, ten minutes. */
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
