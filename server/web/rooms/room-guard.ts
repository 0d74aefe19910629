import { readLiveAuthSessions, readOrganizationsOfRevokedAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import { identityOf, participantOf, participants } from '@/lib/contracts/participants';
import { roleMay } from '@/lib/contracts/permissions';
import { isPublisher } from '@/lib/contracts/source-kinds';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import type { RoomService } from '@/lib/platform/livekit/room-service';
import { crewRoomName, eventIdOf, eventIdOfCrewRoom, roomName } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { countViewers, type RoomOwner, readRooms } from '@/lib/use-cases/events/rooms';
import { readOrganizationsOfRevokedInvites } from '@/lib/use-cases/phones/phones';
import { WatchList } from './watch-list';

type HandOver = Extract<BusMessage, { type: 'phone_handed_over' }>;

/** Interval of checks of all rooms, for changes without a message. */
const calmIntervalMs = 15_000;
/** Check interval of organizations in which auth sessions have recently ended. */
const watchIntervalMs = 500;
/** The same while a removed viewer keeps coming back: shorter than the way to a first frame. */
const contestedIntervalMs = 100;
/** A token outlives its auth session by ten minutes; clocks may differ slightly. */
const watchMs = (participants.viewer.tokenSeconds + 30) * 1000;

/**
 * Removes participants whom Postgres no longer allows in a room or a talkback. Their auth session has ended, their role
 * is lower, another phone is the camera, or their stream or event is deleted. LiveKit cannot revoke tokens, so an organization's rooms are watched
 * as long as one may be valid (docs/decisions/0036).
 */
export class RoomGuard implements BusListener {
  readonly #rooms: RoomService;
  readonly #watchList = new WatchList(watchMs);
  /** Deleted events whose rooms have not been emptied yet. */
  readonly #deletedEvents = new Set<string>();
  /** Hand-overs whose former phone may still be in its rooms. */
  readonly #handOvers = new Set<HandOver>();
  readonly #loop = new Loop({
    name: 'check of the rooms',
    work: () =>
      this.#check().catch((error: unknown) => {
        this.#isFullCheckDue = true;
        throw error;
      }),
    intervalMs: () => this.#intervalMs(),
    retry: { firstMs: 250, capMs: 5_000 },
  });
  /** Messages may have been missed. */
  #isBehind = true;
  #isFullCheckDue = true;
  #lastFullCheckMs = 0;

  constructor(rooms: RoomService) {
    this.#rooms = rooms;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  onMessage(message: BusMessage): void {
    if (
      message.type === 'auth_session_revoked' ||
      message.type === 'camera_invite_revoked' ||
      message.type === 'role_changed'
    )
      this.#watchList.watch(message.organizationId);
    else if (message.type === 'event_remove') this.#deletedEvents.add(message.eventId);
    else if (message.type === 'phone_handed_over') this.#handOvers.add(message);
    else if (message.type === 'stream_remove') this.#isFullCheckDue = true;
    else return;
    this.#loop.wake();
  }

  onResync(): void {
    this.#isBehind = true;
    this.#loop.wake();
  }

  #intervalMs(): number {
    if (this.#watchList.isContested) return contestedIntervalMs;
    return this.#watchList.isEmpty ? calmIntervalMs : watchIntervalMs;
  }

  async #check(): Promise<void> {
    if (this.#isBehind) await this.#catchUp();
    for (const eventId of this.#deletedEvents) {
      await this.#rooms.removeEverybody(roomName(eventId));
      await this.#rooms.removeEverybody(crewRoomName(eventId));
      this.#deletedEvents.delete(eventId);
    }
    for (const handOver of this.#handOvers) {
      await this.#removeFormerPhone(handOver);
      this.#handOvers.delete(handOver);
    }
    if (this.#isFullCheckDue || performance.now() - this.#lastFullCheckMs >= calmIntervalMs) {
      this.#isFullCheckDue = false;
      await this.#removeIntruders(() => true, countViewers);
      this.#lastFullCheckMs = performance.now();
      return;
    }
    const watched = this.#watchList.organizations();
    if (watched.length > 0) await this.#removeIntruders(({ organizationId }) => watched.includes(organizationId));
  }

  /** The phone that took over has the same identity, and has joined later. */
  async #removeFormerPhone({ eventId, streamId, atMs }: HandOver): Promise<void> {
    const places = [
      [roomName(eventId), identityOf('phone', { streamId })],
      [crewRoomName(eventId), identityOf('crew', { streamId })],
    ] as const;
    for (const [room, identity] of places) {
      const present = await this.#rooms.listParticipants(room);
      if (!present.some((one) => one.identity === identity && one.joinedAtMs < atMs)) continue;
      await this.#rooms.removeParticipant(room, identity);
      log.info({ eventId, streamId }, 'rooms: a phone that was replaced is removed');
    }
  }

  async #catchUp(): Promise<void> {
    const seconds = watchMs / 1000;
    const [ofSessions, ofInvites] = await Promise.all([
      readOrganizationsOfRevokedAuthSessions(seconds),
      readOrganizationsOfRevokedInvites(seconds),
    ]);
    for (const organizationId of [...ofSessions, ...ofInvites]) this.#watchList.watch(organizationId);
    this.#isBehind = false;
    this.#isFullCheckDue = true;
  }

  async #removeIntruders(isChecked: (owner: RoomOwner) => boolean, count?: typeof countViewers): Promise<void> {
    // Rooms of unknown events may belong to another installation on the same LiveKit server.
    const rooms = (await this.#rooms.listRooms()).flatMap(({ name: room }) => {
      const eventId = eventIdOf(room) ?? eventIdOfCrewRoom(room);
      return eventId ? { room, eventId } : [];
    });
    const owners = await readRooms([...new Set(rooms.map(({ eventId }) => eventId))]);
    for (const { room, eventId } of rooms) {
      const owner = owners.get(eventId);
      if (!owner || !isChecked(owner)) continue;
      const { organizationId } = owner;
      const present = await this.#rooms.listParticipants(room);
      const identities = present.map(({ identity }) => identity);
      const intruders = await findIntruders(identities, owner);
      for (const identity of intruders) await this.#rooms.removeParticipant(room, identity);
      const authSessionIds = new Set(intruders.flatMap((identity) => credentialIdOf(identity) ?? []));
      this.#watchList.noteRemoved(organizationId, authSessionIds);
      if (intruders.length > 0) log.info({ organizationId, eventId, intruders }, 'rooms: participants were removed');
      // A person with two pages is one viewer.
      const stayed = identities.filter((identity) => !intruders.includes(identity));
      const viewers = new Set(stayed.flatMap((identity) => credentialIdOf(identity) ?? [])).size;
      if (room === roomName(eventId)) await count?.({ roomId: eventId, eventId, organizationId, viewers });
    }
  }
}

/** @returns the identities of those with no right to be in the room; unknown identities are not ours to judge */
async function findIntruders(identities: string[], { organizationId, cameras }: RoomOwner): Promise<string[]> {
  const live = await readLiveAuthSessions(identities.flatMap((identity) => credentialIdOf(identity) ?? []));
  return identities.filter((identity) => {
    const participant = participantOf(identity);
    switch (participant?.kind) {
      case 'viewer':
        return live.get(participant.credentialId)?.organizationId !== organizationId;
      case 'director': {
        const session = live.get(participant.credentialId);
        return session?.organizationId !== organizationId || !roleMay(session.role, 'talkback.use');
      }
      case 'crew':
        return !cameras.has(identityOf('phone', { streamId: participant.streamId }));
      default:
        return participant !== null && isPublisher(participant) && !cameras.has(identity);
    }
  });
}

/** The auth session or the API token of a viewer or director; undefined for others. */
function credentialIdOf(identity: string): string | undefined {
  const participant = participantOf(identity);
  return participant?.kind === 'viewer' || participant?.kind === 'director' ? participant.credentialId : undefined;
}
