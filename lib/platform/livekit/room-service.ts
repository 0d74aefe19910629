import { RoomServiceClient, ServerError } from 'livekit-server-sdk';
import { livekitEnv } from '../env/livekit-env';

const timeoutSeconds = 2;

/** A participant in a room. */
export interface RoomParticipant {
  identity: string;
  /** By LiveKit's clock, in milliseconds since 1970. */
  joinedAtMs: number;
}

/** A room where somebody is, or was a moment ago. */
export interface RoomState {
  name: string;
  /** A text for everybody in it. */
  metadata: string;
}

/** The web program's use of LiveKit's API. Every method rejects when LiveKit cannot be reached or is too slow. */
export interface RoomService {
  listRooms(): Promise<RoomState[]>;
  /** Tells everybody in a room, now and when they join. Nothing happens where nobody is. */
  setMetadata(room: string, metadata: string): Promise<void>;
  listParticipants(room: string): Promise<RoomParticipant[]>;
  /**
   * Makes a participant leave, if present. Its token stays valid, because LiveKit cannot revoke tokens.
   * @returns whether it was present
   */
  removeParticipant(room: string, identity: string): Promise<boolean>;
  /** Makes everybody leave a room, if anybody is there. */
  removeEverybody(room: string): Promise<void>;
}

/** LiveKit's room service at LIVEKIT_URL. */
export function openRoomService(): RoomService {
  const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitEnv();
  const host = LIVEKIT_URL.replace(/^ws/, 'http');
  const client = new RoomServiceClient(host, LIVEKIT_API_KEY, LIVEKIT_API_SECRET, { requestTimeout: timeoutSeconds });
  return {
    async listRooms() {
      const rooms = await client.listRooms();
      return rooms.map(({ name, metadata }) => ({ name, metadata }));
    },

    async setMetadata(room, metadata) {
      await unlessGone(client.updateRoomMetadata(room, metadata));
    },

    async listParticipants(room) {
      const participants = await unlessGone(client.listParticipants(room));
      return participants?.map(({ identity, joinedAtMs }) => ({ identity, joinedAtMs: Number(joinedAtMs) })) ?? [];
    },

    async removeParticipant(room, identity) {
      return (await unlessGone(client.removeParticipant(room, identity).then(() => true))) ?? false;
    },

    async removeEverybody(room) {
      await unlessGone(client.deleteRoom(room));
    },
  };
}

/** The answer; null when the room or the participant does not exist. */
async function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServerError && error.code === 'not_found') return null;
    throw error;
  }
}
