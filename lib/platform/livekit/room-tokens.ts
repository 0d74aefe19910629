import { createHmac, randomUUID } from 'node:crypto';
import { TokenVerifier } from 'livekit-server-sdk';
import { identityOf, type ParticipantKind, participants, type RoomGrants } from '@/lib/contracts/participants';
import { secondMs } from '@/lib/core/durations';
import { livekitEnv } from '../env/livekit-env';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const roomPattern = new RegExp(`^event-(${uuid})$`);
const crewRoomPattern = new RegExp(`^crew-(${uuid})$`);
const shareRoomPattern = new RegExp(`^share-(${uuid})-(${uuid})$`);

/** The room of an event. */
export const roomName = (eventId: string): string => `event-${eventId}`;

/** The event of a room; undefined for a room that is not ours. */
export const eventIdOf = (room: string): string | undefined => roomPattern.exec(room)?.[1];

/** The room of an event's talkback, which has no pictures. */
export const crewRoomName = (eventId: string): string => `crew-${eventId}`;

/** The event of a talkback's room; undefined for any other room. */
export const eventIdOfCrewRoom = (room: string): string | undefined => crewRoomPattern.exec(room)?.[1];

/** The share link of a room. */
export interface ShareRoomId {
  eventId: string;
  linkId: string;
}

/** The room of a share link, with only its cameras. */
export const shareRoomName = ({ eventId, linkId }: ShareRoomId): string => `share-${eventId}-${linkId}`;

/** The share link of a room; undefined for a room that is not ours, or an event's. */
export function shareRoomIdOf(room: string): ShareRoomId | undefined {
  const [, eventId, linkId] = shareRoomPattern.exec(room) ?? [];
  return eventId && linkId ? { eventId, linkId } : undefined;
}

/** The identity for a page that a user opens. @param credentialId the auth session or the API token */
export const viewerIdentity = (credentialId: string): string =>
  identityOf('viewer', { credentialId, pageId: randomUUID() });

/** A token for one user to watch one event: subscribe only, that room only, ten minutes. */
export const mintViewerToken = (eventId: string, identity: string): string =>
  mintToken('viewer', roomName(eventId), identity);

/** A token for one viewer of a share link: subscribe only, the link's room only, ten minutes. */
export const mintShareViewerToken = (room: ShareRoomId, viewerId: string): string =>
  mintToken('shareViewer', shareRoomName(room), identityOf('shareViewer', { viewerId }));

const newProbeRoom = (): string => `probe-${randomUUID()}`;

/** A token to join an empty room for a minute, to test how media would come. */
export const mintProbeToken = (room = newProbeRoom()): string => mintToken('probe', room, identityOf('probe', {}));

/** The same, with a token of the same room for who sends a picture there. */
export function mintProbeTokens(): { token: string; sourceToken: string } {
  const room = newProbeRoom();
  return { token: mintProbeToken(room), sourceToken: mintToken('probeSource', room, identityOf('probeSource', {})) };
}

/** A token for a phone to join its event's room as the camera of a stream: publish its own tracks only, that room only. */
export const mintPhoneToken = (eventId: string, streamId: string): string =>
  mintToken('phone', roomName(eventId), identityOf('phone', { streamId }));

/** A token for a phone to join its event's talkback: publish a microphone, hear what it is given, that room only. */
export const mintCrewToken = (eventId: string, streamId: string): string =>
  mintToken('crew', crewRoomName(eventId), identityOf('crew', { streamId }));

/** A token for a member's page to join an event's talkback. @param credentialId the auth session */
export const mintDirectorToken = (eventId: string, credentialId: string): string =>
  mintToken('director', crewRoomName(eventId), identityOf('director', { credentialId, pageId: randomUUID() }));

/** A token for a phone's worker to receive in the event's room, valid only for joining now. */
export const mintReceiverToken = (eventId: string, streamId: string): string =>
  mintToken('receiver', roomName(eventId), identityOf('receiver', { streamId }));

/**
 * Signs like LiveKit's SDK (JWT, HS256) in a quarter of the time. A list of events has a token for each of 200 rooms,
 * which were half of its cost.
 */
function mintToken(kind: ParticipantKind, room: string, sub: string, name?: string): string {
  const { grants, tokenSeconds } = participants[kind];
  const { LIVEKIT_API_KEY: iss, LIVEKIT_API_SECRET: secret } = livekitEnv();
  const nbf = Math.floor(Date.now() / 1000);
  const video: RoomGrants & { room: string } = { ...grants, room };
  const signed = `${jwtHeader}.${base64url({ video, iss, sub, name, nbf, exp: nbf + tokenSeconds })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const base64url = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const jwtHeader = base64url({ alg: 'HS256' });

/**
 * A token for a worker to join its event's room as its stream's camera, valid only for joining now. LiveKit tells the
 * phones in the room who publishes, so that a name is no secret there.
 */
export const mintPublisherToken = (eventId: string, participantIdentity: string, name?: string): string =>
  mintToken('camera', roomName(eventId), participantIdentity, name);

/** The same for the room of a share link, where the worker publishes a phone's stream as well. */
export const mintSharePublisherToken = (room: ShareRoomId, participantIdentity: string, name: string): string =>
  mintToken('camera', shareRoomName(room), participantIdentity, name);

/** The same for the talkback of its event, whose phones see and hear the camera there. */
export const mintReturnToken = (eventId: string, participantIdentity: string, name: string): string =>
  mintToken('camera', crewRoomName(eventId), participantIdentity, name);

/** A token's holder, room and age. */
interface RoomClaims {
  identity: string;
  room: string;
  /** Since when it is valid, in whole seconds. */
  fromMs: number;
}

/**
 * Reads who may join which room from a token that we made, or LiveKit renewed, and that has not long expired. LiveKit
 * itself checks its grants and its exact expiry.
 * @returns null for any other token
 */
export async function readRoomToken(token: string): Promise<RoomClaims | null> {
  for (const verifier of verifiers()) {
    try {
      const { sub = '', video, nbf = 0 } = await verifier.verify(token, '2 minutes');
      return { identity: sub, room: video?.room ?? '', fromMs: nbf * secondMs };
    } catch {
      // By another key, or however it is malformed, forged or late.
    }
  }
  return null;
}

/** Those of the key that signs, and of the one from before a rotation; LiveKit renews tokens by either. */
function verifiers(): TokenVerifier[] {
  const { LIVEKIT_API_KEY, LIVEKIT_API_SECRET, LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER } = livekitEnv();
  const current = new TokenVerifier(LIVEKIT_API_KEY, LIVEKIT_API_SECRET);
  if (!LIVEKIT_API_KEY_FORMER || !LIVEKIT_API_SECRET_FORMER) return [current];
  return [current, new TokenVerifier(LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER)];
}
