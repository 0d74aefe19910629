import { createHmac, randomUUID } from 'node:crypto';
import { AccessToken, TokenVerifier, type VideoGrant } from 'livekit-server-sdk';
import { livekitEnv } from '../env/livekit-env';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const roomPattern = new RegExp(`^event-(${uuid})$`);
const shareRoomPattern = new RegExp(`^share-(${uuid})-(${uuid})$`);
const viewerPattern = new RegExp(`^viewer-(${uuid})-${uuid}$`);

/** The room of an event. */
export const roomName = (eventId: string): string => `event-${eventId}`;

/** The event of a room; undefined for a room that is none of ours. */
export const eventIdOf = (room: string): string | undefined => roomPattern.exec(room)?.[1];

/** Which share link a room is for. */
export interface ShareRoomId {
  eventId: string;
  linkId: string;
}

/** The room of a share link, in which only its cameras are. */
export const shareRoomName = ({ eventId, linkId }: ShareRoomId): string => `share-${eventId}-${linkId}`;

/** The share link of a room; undefined for a room that is none of ours, or an event's. */
export function shareRoomIdOf(room: string): ShareRoomId | undefined {
  const [, eventId, linkId] = shareRoomPattern.exec(room) ?? [];
  return eventId && linkId ? { eventId, linkId } : undefined;
}

/** The participant identity of a page that shows a share link; the id stays with the page when it connects again. */
export const shareViewerIdentity = (viewerId: string): string => `share-viewer-${viewerId}`;

export const isShareViewer = (identity: string): boolean => identity.startsWith('share-viewer-');

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
const probeTtlSeconds = 60;

/** A token for one user to watch one event: subscribe only, that room only, ten minutes. */
export const mintViewerToken = (eventId: string, identity: string): string =>
  mintSubscriberToken(roomName(eventId), identity);

/** A token for one viewer of a share link: subscribe only, the link's room only, ten minutes. */
export const mintShareViewerToken = (room: ShareRoomId, viewerId: string): string =>
  mintSubscriberToken(shareRoomName(room), shareViewerIdentity(viewerId));

/** A token to join an empty room of its own for a minute, to see how media would come. */
export const mintProbeToken = (): string => mintSubscriberToken(`probe-${randomUUID()}`, 'probe', probeTtlSeconds);

/**
 * Signs as LiveKit's SDK does (JWT, HS256), in a quarter of its time: a list of events carries a token for each of 200
 * rooms, and these were half of what it cost.
 */
function mintSubscriberToken(room: string, sub: string, ttlSeconds = viewerTtlSeconds): string {
  const { LIVEKIT_API_KEY: iss, LIVEKIT_API_SECRET: secret } = livekitEnv();
  const nbf = Math.floor(Date.now() / 1000);
  const video: VideoGrant = {
    roomJoin: true,
    room,
    canSubscribe: true,
    canPublish: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  };
  const signed = `${jwtHeader}.${base64url({ video, iss, sub, nbf, exp: nbf + ttlSeconds })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const base64url = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const jwtHeader = base64url({ alg: 'HS256' });

/** A token for a worker to join its event's room as its stream's camera; only good for joining now. */
export const mintPublisherToken = (eventId: string, participantIdentity: string, name: string): Promise<string> =>
  mintTokenToPublish(roomName(eventId), participantIdentity, name);

/** The same for the room of a share link. */
export const mintSharePublisherToken = (
  room: ShareRoomId,
  participantIdentity: string,
  name: string,
): Promise<string> => mintTokenToPublish(shareRoomName(room), participantIdentity, name);

function mintTokenToPublish(room: string, participantIdentity: string, name: string): Promise<string> {
  const token = new AccessToken(livekitEnv().LIVEKIT_API_KEY, livekitEnv().LIVEKIT_API_SECRET, {
    identity: participantIdentity,
    name,
    ttl: publisherTtlSeconds,
  });
  token.addGrant({ roomJoin: true, room, canPublish: true, canSubscribe: false });
  return token.toJwt();
}

/**
 * Whether a token was made by us, or by LiveKit when it renewed one, and has not expired long ago. What it is good for,
 * and until when exactly, LiveKit itself decides.
 */
export async function isRoomToken(token: string): Promise<boolean> {
  const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
  try {
    await new TokenVerifier(LIVEKIT_API_KEY, LIVEKIT_API_SECRET).verify(token, '2 minutes');
    return true;
  } catch {
    return false; // however it is malformed, forged or late
  }
}
