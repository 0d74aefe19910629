import { stayConnected } from '@/lib/core/backoff';
import { RestartPause } from '@/lib/core/restart-pause';
import { rejoin, takenOver, throwIfFinal } from '../../../livekit/join-failure';
import { RoomConnection, type RoomConnectionOptions } from './room-connection';
import type { PublicationFormat } from './track-requests';

const replaceCheckMs = 100;

export interface RoomOptions extends Omit<RoomConnectionOptions, 'token'> {
  /** A fresh token for each join. */
  getToken(): Promise<string>;
  onJoinedChange(isJoined: boolean): void;
}

/**
 * The worker's place in the event's room. It joins and publishes again after a loss of LiveKit or a change of the
 * camera's format. While viewers are present, a new size only updates the publication.
 */
export class Room {
  #options: RoomOptions;
  #connection: RoomConnection | undefined;
  #format: PublicationFormat | undefined;
  /** Format of the publication in the room. */
  #published: PublicationFormat | undefined;
  /** Pause between two publications, because a camera may change its format with each frame. */
  #pause = new RestartPause();
  #replaceTimer: NodeJS.Timeout | undefined;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** The present stay; undefined while there is none. */
  get connection(): RoomConnection | undefined {
    return this.#connection;
  }

  /** Stays in the room until `signal`, then leaves it. @throws WorkerFault when joining again is of no use */
  async run(signal: AbortSignal): Promise<void> {
    const { log, onJoinedChange } = this.#options;
    const join = async (worked: () => void) => {
      try {
        const token = await this.#options.getToken();
        const connection = await RoomConnection.join({ ...this.#options, token });
        worked();
        await this.#stay(connection, signal);
      } finally {
        this.#connection = undefined;
        onJoinedChange(false);
      }
    };
    await stayConnected(join, {
      ...rejoin,
      signal,
      onFailure(error, failures) {
        throwIfFinal(error);
        log.warn({ err: error, failures }, 'room: not joined');
      },
    });
  }

  /** Publishes the camera's format, unless it is published already. */
  setFormat(format: PublicationFormat): void {
    const before = this.#format;
    if (before && isSameFormat(before, format)) return;
    this.#format = format;
    const connection = this.#connection;
    if (!connection) return;
    if (!before) void this.#publish(connection, format);
    else if (this.#published && hasSameTracks(this.#published, format) && connection.isHeard) {
      this.#published = format;
      connection.resize(format);
    } else this.#replacePublication();
  }

  /** Leaves the room to return with the current format, at once or after the pause. */
  #replacePublication(): void {
    clearTimeout(this.#replaceTimer);
    if (!this.#connection || !this.#format || (this.#published && isSameFormat(this.#published, this.#format))) return;
    if (!this.#pause.isOver) {
      this.#replaceTimer = setTimeout(() => this.#replacePublication(), replaceCheckMs);
      return;
    }
    this.#pause.begin();
    void this.#connection.leave();
  }

  /** @throws WorkerFault when another worker takes the place */
  async #stay(connection: RoomConnection, signal: AbortSignal): Promise<void> {
    const leave = () => void connection.leave();
    signal.addEventListener('abort', leave);
    try {
      if (signal.aborted) leave();
      this.#connection = connection;
      this.#options.onJoinedChange(true);
      if (this.#format) await this.#publish(connection, this.#format);
      const { reason, isReplaced } = await connection.closed;
      this.#options.log.info({ reason }, 'room: left');
      if (isReplaced) throw takenOver();
    } finally {
      clearTimeout(this.#replaceTimer);
      signal.removeEventListener('abort', leave);
    }
  }

  async #publish(connection: RoomConnection, format: PublicationFormat): Promise<void> {
    this.#published = format;
    try {
      await connection.publish(format);
      this.#options.log.info({ format }, 'room: published');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'room: not published');
      await connection.leave();
    }
  }
}

const isSameFormat = (a: PublicationFormat, b: PublicationFormat): boolean =>
  hasSameTracks(a, b) && a.video?.width === b.video?.width && a.video?.height === b.video?.height;

const hasSameTracks = (a: PublicationFormat, b: PublicationFormat): boolean =>
  a.hasAudio === b.hasAudio && (a.video === null) === (b.video === null);
