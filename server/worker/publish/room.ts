import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '@/lib/core/backoff';
import type { Logger } from '@/lib/platform/log';
import type { Layer } from '../transcode/layer-format';
import { type PublicationFormat, RoomConnection, type RoomConnectionOptions } from './room-connection';

export interface RoomOptions extends Omit<RoomConnectionOptions, 'token'> {
  /** A fresh token for each join. */
  getToken(): Promise<string>;
  onJoinedChange(isJoined: boolean): void;
  log: Logger;
}

/**
 * The worker's place in the event's room. Joins, publishes, and does so again whenever LiveKit or the connection to it
 * is lost, or the camera's format changes: a publication never changes, it is replaced.
 */
export class Room {
  #options: RoomOptions;
  #session: RoomConnection | undefined;
  #format: PublicationFormat | undefined;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** Stays in the room until `signal`, then leaves it. */
  async run(signal: AbortSignal): Promise<void> {
    const { log, onJoinedChange } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      try {
        const session = await RoomConnection.join({ ...this.#options, token: await this.#options.getToken() });
        this.#session = session;
        const leave = () => void session.leave();
        signal.addEventListener('abort', leave);
        if (signal.aborted) leave();
        failures = 0;
        onJoinedChange(true);
        if (this.#format) await this.#publish(session, this.#format);
        const reason = await session.closed;
        signal.removeEventListener('abort', leave);
        log.info({ reason }, 'room: left');
      } catch (error) {
        log.warn({ err: error, failures }, 'room: not joined');
      }
      this.#session = undefined;
      onJoinedChange(false);
      await sleep(backoffMs(failures++, { firstMs: 100, capMs: 1_000 }), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Publishes the camera's format; nothing where it is published already. */
  setFormat(format: PublicationFormat): void {
    if (this.#format && isSameFormat(this.#format, format)) return;
    const isFirst = this.#format === undefined;
    this.#format = format;
    const session = this.#session;
    if (!session) return;
    if (isFirst) void this.#publish(session, format);
    else void session.leave();
  }

  /** Sends one picture. @param ticks 90 kHz media clock */
  sendVideo(layer: Layer, payloads: Buffer[], ticks: number): void {
    this.#session?.sendVideo(layer, payloads, ticks);
  }

  /** Whether there may be somebody to hear the sound. */
  get isHeard(): boolean {
    return this.#session?.isHeard ?? false;
  }

  /** Sends one Opus frame. @param ticks 90 kHz media clock */
  sendAudio(opus: Buffer, ticks: number): void {
    this.#session?.sendAudio(opus, ticks);
  }

  async #publish(session: RoomConnection, format: PublicationFormat): Promise<void> {
    try {
      await session.publish(format);
      this.#options.log.info({ format }, 'room: published');
    } catch (error) {
      this.#options.log.warn({ err: error }, 'room: not published');
      await session.leave();
    }
  }
}

function isSameFormat(a: PublicationFormat, b: PublicationFormat): boolean {
  return a.hasAudio === b.hasAudio && a.video?.width === b.video?.width && a.video?.height === b.video?.height;
}
