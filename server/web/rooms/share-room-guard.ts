import { identityOf, participantOf } from '@/lib/contracts/participants';
import { isPublisher } from '@/lib/contracts/source-kinds';
import { minOf } from '@/lib/core/extremes';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import type { RoomParticipant, RoomService } from '@/lib/platform/livekit/room-service';
import { shareRoomIdOf } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { countViewers } from '@/lib/use-cases/events/rooms';
import { keepSharePlaces } from '@/lib/use-cases/sharing/share-places';
import { countShareViewers, readShareRooms, type ShareRoomRules } from '@/lib/use-cases/sharing/share-rooms';

/** Interval of checks while no link is open, for changes without a message. */
const calmIntervalMs = 15_000;
/** Interval of counting viewers while links are open. */
const countIntervalMs = 5_000;

/** Messages that change who may be in a room of a share link, or its arrangement. */
const wakingTypes: BusMessage['type'][] = ['share_link_upsert', 'stream_remove', 'event_upsert'];

/**
 * Keeps the rooms of share links as Postgres says. It closes those of revoked and expired links, removes cameras that
 * are no longer the link's and viewers without a place, and counts all viewers. It also says what the director shows. A
 * token that is still valid opens an empty room, to which no camera returns (docs/decisions/0045).
 */
export class ShareRoomGuard implements BusListener {
  readonly #rooms: RoomService;
  readonly #loop = new Loop({
    name: 'check of the rooms of share links',
    work: () => this.#check(),
    intervalMs: () => this.#intervalMs,
    retry: { firstMs: 250, capMs: 5_000 },
  });
  /** Deleted events whose links' rooms have not been closed yet. */
  readonly #deletedEvents = new Set<string>();
  #intervalMs = calmIntervalMs;

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
    if (message.type === 'event_remove') this.#deletedEvents.add(message.eventId);
    else if (!wakingTypes.includes(message.type)) return;
    this.#loop.wake();
  }

  onResync(): void {
    this.#loop.wake();
  }

  async #check(): Promise<void> {
    const deletedEvents = [...this.#deletedEvents];
    const occupied = (await this.#rooms.listRooms()).flatMap(({ name, metadata }) => {
      const id = shareRoomIdOf(name);
      return id ? { id, name, metadata } : [];
    });
    const rules = await readShareRooms(occupied.map(({ id }) => id.linkId));
    const rulesOf = new Map(rules.map((row) => [row.linkId, row]));
    for (const { id, name, metadata } of occupied) {
      const row = rulesOf.get(id.linkId);
      // Unknown links may belong to another installation on the same LiveKit server.
      if (row && row.endsInMs !== null) {
        const arrangement = row.multiview ? JSON.stringify(row.multiview) : '';
        if (metadata !== arrangement) await this.#rooms.setMetadata(name, arrangement);
        await this.#checkOpen(name, row);
      } else if (row || deletedEvents.includes(id.eventId)) await this.#close(name);
    }
    for (const eventId of deletedEvents) this.#deletedEvents.delete(eventId);
    const endsInMs = rules.flatMap((row) => row.endsInMs ?? []);
    this.#intervalMs = minOf(endsInMs, endsInMs.length > 0 ? countIntervalMs : calmIntervalMs);
  }

  async #checkOpen(room: string, { linkId, organizationId, eventId, cameras }: ShareRoomRules): Promise<void> {
    const present = (await this.#rooms.listParticipants(room)).sort(byTimeOfJoining);
    const strays = present
      .map(({ identity }) => identity)
      .filter((identity) => {
        const participant = participantOf(identity);
        return participant !== null && isPublisher(participant) && !cameras.includes(identity);
      });
    const viewerIds = present.flatMap(({ identity }) => {
      const participant = participantOf(identity);
      return participant?.kind === 'shareViewer' ? [participant.viewerId] : [];
    });
    const surplus = (await keepSharePlaces(linkId, viewerIds)).map((viewerId) =>
      identityOf('shareViewer', { viewerId }),
    );
    let removedCount = 0;
    for (const identity of [...strays, ...surplus]) {
      const isRemoved = await this.#rooms.removeParticipant(room, identity);
      // Another web process may have been first.
      if (isRemoved && surplus.includes(identity)) removedCount++;
    }
    if (strays.length + surplus.length > 0) {
      log.info({ room, strays, surplus }, 'rooms of share links: participants were removed');
    }
    await countShareViewers(linkId, viewerIds.length, removedCount);
    await countViewers({ roomId: linkId, eventId, organizationId, viewers: viewerIds.length - surplus.length });
  }

  async #close(room: string): Promise<void> {
    await this.#rooms.removeEverybody(room);
    log.info({ room }, 'rooms of share links: closed');
  }
}

const byTimeOfJoining = (a: RoomParticipant, b: RoomParticipant): number => a.joinedAtMs - b.joinedAtMs;
