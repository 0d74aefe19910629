import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { roomName } from '@/lib/platform/livekit/room-tokens';

/** The participants of an event's room, from LiveKit. */
export function listParticipants(eventId: string, livekitUrl = livekitEnv().LIVEKIT_URL): Promise<ParticipantInfo[]> {
  const client = new RoomServiceClient(
    livekitUrl.replace(/^ws/, 'http'),
    livekitEnv().LIVEKIT_API_KEY,
    livekitEnv().LIVEKIT_API_SECRET,
  );
  return client.listParticipants(roomName(eventId));
}
