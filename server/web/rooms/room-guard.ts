import { setTimeout as sleep } from 'node:timers/promises';
import { readLiveAuthSessions, readOrganizationsOfRevokedAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import { backoffMs } from '@/lib/core/backoff';
import { type RoomOwner, readRooms } from '@/lib/events/read-rooms';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import type { RoomService } from '@/lib/platform/livekit/room-service';
import { authSessionIdOf, viewerTtlSeconds } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { WatchList } from './watch-list';

/** How often all rooms are checked, for what no message has told. */
const calmIntervalMs = 15_000;
/** How often the rooms of organizations are checked in which auth sessions have ended lately. */
const watchIntervalMs = 500;
/** The same while somebody who has been removed comes back: before a new connection has its first frame. */
const contestedIntervalMs = 100;
/** A token outlives its auth session by ten minutes; clocks may differ a little. */
const watchMs = (viewerTtlSeconds + 30) * 1000;
const retry = { firstMs: 250, capMs: 5_000 };

/**
 * Makes participants leave LiveKit's rooms as soon as they have no right to be there: viewers whose auth session has
 * ended, cameras of deleted streams, everybody in the room of a deleted event. Right is what Postgres says, so nothing is
 * lost while LiveKit or this process is away. LiveKit cannot revoke tokens: as long as one may still hold, the rooms of
 * its organization are watched (docs/decisions/0036).
 */
export class RoomGuard implements BusListener {
  readonly #rooms: RoomService;
  readonly #watchList = new WatchList(watchMs);
  /** Deleted events whose rooms have not been emptied yet. */
  readonly #deletedEvents = new Set<string>();
  readonly #stopping = new AbortController();
  #wake = new AbortController();
  #running: Promise<void> | undefined;
  /** Messages may have been missed. */
  #isBehind = true;
  #isFullCheckDue = true;
  #lastFullCheckMs = 0;

  constructor(rooms: RoomService) {
    this.#rooms = rooms;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  onMessage(message: BusMessage): void {
    if (message.type === 'auth_session_revoked') this.#watchList.watch(message.organizationId);
    else if (message.type === 'event_remove') this.#deletedEvents.add(message.eventId);
    else if (message.type === 'stream_remove') this.#isFullCheckDue = true;
    else return;
    this.#wake.abort();
  }

  onResync(): void {
    this.#isBehind = true;
    this.#wake.abort();
  }

  async #run(): Promise<void> {
    const stopped = this.#stopping.signal;
    for (let failures = 0; !stopped.aborted; ) {
      // Before the check: what is told during it is checked right after it.
      this.#wake = new AbortController();
      try {
        await this.#check();
        if (failures > 0) log.info('rooms: participants are checked again');
        failures = 0;
        await pause(this.#intervalMs(), AbortSignal.any([stopped, this.#wake.signal]));
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'rooms: participants cannot be checked; trying again');
        this.#isFullCheckDue = true;
        // Messages do not shorten this wait: LiveKit may be coming back.
        await pause(backoffMs(failures++, retry), stopped);
      }
    }
  }

  #intervalMs(): number {
    if (this.#watchList.isContested) return contestedIntervalMs;
    return this.#watchList.isEmpty ? calmIntervalMs : watchIntervalMs;
  }

  async #check(): Promise<void> {
    if (this.#isBehind) await this.#catchUp();
    for (const eventId of this.#deletedEvents) {
      await this.#rooms.removeEverybody(eventId);
      this.#deletedEvents.delete(eventId);
    }
    if (this.#isFullCheckDue || performance.now() - this.#lastFullCheckMs >= calmIntervalMs) {
      this.#isFullCheckDue = false;
      await this.#removeIntruders(() => true);
      this.#lastFullCheckMs = performance.now();
      return;
    }
    const watched = this.#watchList.organizations();
    if (watched.length > 0) await this.#removeIntruders(({ organizationId }) => watched.includes(organizationId));
  }

  async #catchUp(): Promise<void> {
    for (const organizationId of await readOrganizationsOfRevokedAuthSessions(watchMs / 1000)) {
      this.#watchList.watch(organizationId);
    }
    this.#isBehind = false;
    this.#isFullCheckDue = true;
  }

  async #removeIntruders(isChecked: (owner: RoomOwner) => boolean): Promise<void> {
    // Rooms of events that are not ours may be those of another installation with the same LiveKit server.
    const owners = await readRooms(await this.#rooms.listOccupiedEvents());
    for (const [eventId, owner] of owners) {
      if (!isChecked(owner)) continue;
      const { organizationId } = owner;
      const intruders = await this.#findIntruders(eventId, owner);
      for (const identity of intruders) await this.#rooms.removeParticipant(eventId, identity);
      const authSessionIds = new Set(intruders.flatMap((identity) => authSessionIdOf(identity) ?? []));
      this.#watchList.noteRemoved(organizationId, authSessionIds);
      if (intruders.length > 0) log.info({ organizationId, eventId, intruders }, 'rooms: participants were removed');
    }
  }

  /** @returns the identities of viewers and cameras who have no right to be in the room; others are not ours to judge */
  async #findIntruders(eventId: string, { organizationId, cameras }: RoomOwner): Promise<string[]> {
    const identities = await this.#rooms.listIdentities(eventId);
    const live = await readLiveAuthSessions(identities.flatMap((identity) => authSessionIdOf(identity) ?? []));
    return identities.filter((identity) => {
      const authSessionId = authSessionIdOf(identity);
      if (authSessionId) return live.get(authSessionId)?.organizationId !== organizationId;
      return isCamera(identity) && !cameras.has(identity);
    });
  }
}

const isCamera = (identity: string): boolean => identity.startsWith('camera-');

/** Waits; an abort ends the wait early. */
async function pause(durationMs: number, aborted: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal: aborted }).catch(() => undefined);
}
