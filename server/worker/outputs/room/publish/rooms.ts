import { once } from 'node:events';
import type { ShareRoom } from '@/lib/contracts/worker-protocol';
import type { Layer } from '../transcode/layer-format';
import { Room, type RoomOptions } from './room';
import type { PublicationFormat } from './track-requests';

export interface RoomsOptions extends Omit<RoomOptions, 'getToken'> {
  /** A fresh token for each join. @param shareLinkId null: for the event's room */
  getToken(shareLinkId: string | null): Promise<string>;
  /** Without the event's room, only share links' rooms are joined. */
  isInEventRoom: boolean;
  /** The event's room is joined, or left. */
  onJoinedChange(isJoined: boolean): void;
  /** The layers that are watched in any of the rooms. */
  onWatched(watched: Record<Layer, boolean>): void;
}

/** A room that the camera is published in. */
interface Place {
  room: Room;
  /** Whether its audio is published there, too. */
  canHear: boolean;
  watched: Record<Layer, boolean>;
}

interface SharedPlace extends Place {
  leaving: AbortController;
  /** Settles when the room is left. */
  left: Promise<void>;
}

/**
 * The rooms that a camera is published in: the event's, and one for each open share link. A link's room contains only
 * the link's cameras, and audio only if the link lets people hear it (docs/decisions/0045). A failure in a link's room
 * is retried with the next permit; no other room notices.
 */
export class Rooms {
  readonly #options: RoomsOptions;
  /** Null for a camera that publishes there by itself. */
  readonly #event: Place | null;
  readonly #shared = new Map<string, SharedPlace>();
  #format: PublicationFormat | undefined;
  #ended: AbortSignal | undefined;

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#event = options.isInEventRoom ? this.#eventPlace() : null;
  }

  /**
   * Stays in the rooms until `signal`, then leaves them.
   * @throws WorkerFault when joining the event's room again is of no use
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#ended = signal;
    if (this.#event) await this.#event.room.run(signal);
    else await this.#untilAborted(signal);
    await Promise.all([...this.#shared.values()].map(({ left }) => left));
  }

  /** Joins the rooms of these share links and leaves all others. Call it only while this runs. */
  setShareRooms(shareRooms: ShareRoom[]): void {
    const linkIds = new Set(shareRooms.map(({ linkId }) => linkId));
    for (const [linkId, { leaving }] of this.#shared) if (!linkIds.has(linkId)) leaving.abort();
    for (const shareRoom of shareRooms) if (!this.#shared.has(shareRoom.linkId)) this.#join(shareRoom);
  }

  setFormat(format: PublicationFormat): void {
    this.#format = format;
    for (const place of this.#places()) publish(place, format);
  }

  /** Sends one access unit of a layer to the rooms where it is watched. @param ticks 90 kHz media clock */
  sendVideo(layer: Layer, payloads: Buffer[], ticks: number): void {
    for (const { room, watched } of this.#places()) {
      if (watched[layer]) room.connection?.lowLayer.addAccessUnit(layer, payloads, ticks);
    }
  }

  /** A keyframe follows: where the source layer is watched, LiveKit needs a report of both layers first. */
  announceKeyframe(): void {
    for (const { room, watched } of this.#places()) if (watched.source) room.connection?.media.sendReports();
  }

  /** Whether anybody may hear the audio. */
  get isHeard(): boolean {
    return this.#places().some(isHeard);
  }

  /** Sends one Opus frame to the rooms where it may be heard. @param ticks 90 kHz media clock */
  sendAudio(opus: Buffer, ticks: number): void {
    for (const place of this.#places()) if (isHeard(place)) place.room.connection?.media.send('audio', [opus], ticks);
  }

  #places(): Place[] {
    return this.#event ? [this.#event, ...this.#shared.values()] : [...this.#shared.values()];
  }

  #eventPlace(): Place {
    const place: Place = {
      room: new Room({
        ...this.#options,
        getToken: () => this.#options.getToken(null),
        onWatched: (watched) => this.#setWatched(place, watched),
      }),
      canHear: true,
      watched: { low: false, source: false },
    };
    return place;
  }

  async #untilAborted(signal: AbortSignal): Promise<void> {
    this.#options.onJoinedChange(true);
    if (!signal.aborted) await once(signal, 'abort');
  }

  #join({ linkId, canHear }: ShareRoom): void {
    if (!this.#ended || this.#ended.aborted) return;
    const log = this.#options.log.child({ shareLinkId: linkId });
    const leaving = new AbortController();
    const room = new Room({
      ...this.#options,
      log,
      getToken: () => this.#options.getToken(linkId),
      onJoinedChange: () => undefined,
      onWatched: (watched) => this.#setWatched(place, watched),
    });
    const left = room
      .run(AbortSignal.any([this.#ended, leaving.signal]))
      .catch((error: unknown) => log.warn({ err: error }, 'room: left; it is joined again with the next permit'))
      .finally(() => {
        this.#shared.delete(linkId);
        this.#setWatched(place, { low: false, source: false });
      });
    const place: SharedPlace = { room, canHear, watched: { low: false, source: false }, leaving, left };
    this.#shared.set(linkId, place);
    if (this.#format) publish(place, this.#format);
  }

  #setWatched(place: Place, watched: Record<Layer, boolean>): void {
    place.watched = watched;
    this.#options.onWatched({ low: this.#isWatched('low'), source: this.#isWatched('source') });
  }

  #isWatched(layer: Layer): boolean {
    return this.#places().some(({ watched }) => watched[layer]);
  }
}

const isHeard = ({ room, canHear }: Place): boolean => canHear && room.connection?.isHeard === true;

function publish({ room, canHear }: Place, { video, hasAudio }: PublicationFormat): void {
  const isAudible = canHear && hasAudio;
  if (video || isAudible) room.setFormat({ video, hasAudio: isAudible });
}
