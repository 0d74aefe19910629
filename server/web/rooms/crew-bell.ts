import { writeCrewRing } from '@/lib/contracts/crew-ring';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import type { RoomService } from '@/lib/platform/livekit/room-service';
import { crewRoomName } from '@/lib/platform/livekit/room-tokens';
import { log } from '@/lib/platform/log';
import { readPhonesOnAir } from '@/lib/use-cases/phones/phones';

type News = Extract<BusMessage, { type: 'tally_upsert' | 'crew_message' }>;

/**
 * Rings for the phones of an event when there is news for them. The ring says who is on air. Phones then report at once,
 * and the answer has the rest. Without the bell they hear of it within a second.
 */
export class CrewBell implements BusListener {
  readonly #rooms: Pick<RoomService, 'setMetadata'>;
  /** Events whose bell rings now; true: there is more news since. */
  readonly #ringing = new Map<string, boolean>();

  constructor(rooms: Pick<RoomService, 'setMetadata'>) {
    this.#rooms = rooms;
  }

  onMessage(message: BusMessage): void {
    if (message.type === 'tally_upsert' || message.type === 'crew_message') this.#ring(message);
  }

  /** Phones ask each second anyway. */
  onResync(): void {}

  #ring(news: News): void {
    if (this.#ringing.has(news.eventId)) this.#ringing.set(news.eventId, true);
    else void this.#ringOnce(news);
  }

  async #ringOnce(news: News): Promise<void> {
    const { organizationId, eventId } = news;
    this.#ringing.set(eventId, false);
    try {
      const onAir = await readPhonesOnAir(organizationId, eventId);
      await this.#rooms.setMetadata(crewRoomName(eventId), writeCrewRing(Object.assign({ atMs: Date.now() }, onAir)));
    } catch (error) {
      log.debug({ err: error, eventId }, 'phones: the bell does not ring');
    }
    const isNews = this.#ringing.get(eventId);
    this.#ringing.delete(eventId);
    if (isNews) this.#ring(news);
  }
}
