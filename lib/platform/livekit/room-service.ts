import { RoomServiceClient, ServerError } from 'livekit-server-sdk';
import { livekitEnv } from '../env/livekit-env';
import { eventIdOf, roomName } from './room-tokens';

const timeoutSeconds = 2;

/** What the web program asks of LiveKit itself. Everything rejects where LiveKit cannot be reached or is not in time. */
export interface RoomService {
  /** The events in whose rooms somebody is. */
  listOccupiedEvents(): Promise<string[]>;
  /** The identities of the participants in an event's room. */
  listIdentities(eventId: string): Promise<string[]>;
  /** Makes a participant leave; does nothing where it has left. Its token is not revoked, because LiveKit cannot do that. */
  removeParticipant(eventId: string, identity: string): Promise<void>;
  /** Makes everybody leave an event's room; does nothing where nobody is there. */
  removeEverybody(eventId: string): Promise<void>;
}

/** LiveKit's room service at LIVEKIT_URL. */
export function openRoomService(): RoomService {
  const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
  const host = LIVEKIT_URL.replace(/^ws/, 'http');
  const client = new RoomServiceClient(host, LIVEKIT_API_KEY, LIVEKIT_API_SECRET, { requestTimeout: timeoutSeconds });
  return {
    async listOccupiedEvents() {
      const rooms = await client.listRooms();
      return rooms.flatMap(({ name }) => eventIdOf(name) ?? []);
    },

    async listIdentities(eventId) {
      const participants = await unlessGone(client.listParticipants(roomName(eventId)));
      return participants?.map(({ identity }) => identity) ?? [];
    },

    async removeParticipant(eventId, identity) {
      await unlessGone(client.removeParticipant(roomName(eventId), identity));
    },

    async removeEverybody(eventId) {
      await unlessGone(client.deleteRoom(roomName(eventId)));
    },
  };
}

/** The answer, or null where the room or the participant does not exist. */
async function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServerError && error.code === 'not_found') return null;
    throw error;
  }
}
