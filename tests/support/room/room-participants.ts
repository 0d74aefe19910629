import { type ParticipantInfo, RoomServiceClient } from 'livekit-server-sdk';
import { env } from '@/lib/platform/env';
import { roomName } from '@/lib/platform/livekit/room-tokens';

/** Who is in the room of an event, as LiveKit says. */
export function listParticipants(eventId: string, livekitUrl = env().LIVEKIT_URL): Promise<ParticipantInfo[]> {
  const client = new RoomServiceClient(
    livekitUrl.replace(/^ws/, 'http'),
    env().LIVEKIT_API_KEY,
    env().LIVEKIT_API_SECRET,
  );
  return client.listParticipants(roomName(eventId));
}
