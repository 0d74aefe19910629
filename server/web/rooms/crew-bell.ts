import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import type { RoomService } from '@/lib/platform/livekit/room-service';
import { crewRoomName } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';

/**
 * Rings for the phones of an event when there is news for them. They then report at once, and the answer has the news.
 * Without the bell they hear of it within a second.
 */
export class CrewBell implements BusListener {
  readonly #rooms: Pick<RoomService, 'setMetadata'>;
  /** Events whose bell rings now; true: there is more news since. */
  readonly #ringing = new Map<string, boolean>();

  constructor(rooms: Pick<RoomService, 'setMetadata'>) {
    this.#rooms = rooms;
  }

  onMessage(message: BusMessage): void {
    if (message.type === 'tally_upsert' || message.type === 'crew_message') this.#ring(message.eventId);
  }

  /** Phones ask each second anyway. */
  onResync(): void {}

  #ring(eventId: string): void {
    if (this.#ringing.has(eventId)) this.#ringing.set(eventId, true);
    else void this.#ringOnce(eventId);
  }

  async #ringOnce(eventId: string): Promise<void> {
    this.#ringing.set(eventId, false);
    try {
      // Any other text than before is a ring.
      await this.#rooms.setMetadata(crewRoomName(eventId), String(Date.now()));
    } catch (error) {
      log.debug({ err: error, eventId }, 'phones: the bell does not ring');
    }
    const isNews = this.#ringing.get(eventId);
    this.#ringing.delete(eventId);
    if (isNews) this.#ring(eventId);
  }
}
