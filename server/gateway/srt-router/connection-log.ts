import { log } from '@/lib/platform/log';
import { recordSrtConnection, removeIngestConnections, removeSrtConnection } from '../store/srt-connections';
import type { OpenSrtConnection, SrtDirection } from './srt-route';

export interface ConnectionLogOptions {
  gatewayId: string;
  localPortOf(direction: SrtDirection): number;
}

/**
 * Keeps in Postgres which SRT connections are open: for this gateway's next life, and for the others. One write after
 * the other, beside the media: what fails is logged, and costs an encoder libsrt's own time-out after a kill.
 */
export class ConnectionLog {
  readonly #options: ConnectionLogOptions;
  #written: Promise<void> = Promise.resolve();

  constructor(options: ConnectionLogOptions) {
    this.#options = options;
  }

  opened(connection: OpenSrtConnection): void {
    this.#write('opened', () => recordSrtConnection(this.#portOf(connection.direction), connection));
  }

  ended({ direction, caller }: OpenSrtConnection): void {
    this.#write('ended', () => removeSrtConnection(this.#portOf(direction), caller));
  }

  /** No camera of this stream is connected through this gateway, whatever the rows say. */
  withoutEncoder(streamId: string): void {
    this.#write('without encoder', () => removeIngestConnections(this.#options.gatewayId, streamId));
  }

  /** Settles when all is written that was to be written by now. */
  settled(): Promise<void> {
    return this.#written;
  }

  #portOf(direction: SrtDirection) {
    return { gatewayId: this.#options.gatewayId, localPort: this.#options.localPortOf(direction) };
  }

  #write(what: string, change: () => Promise<void>): void {
    this.#written = this.#written
      .then(change)
      .catch((error: unknown) => log.warn({ err: error, what }, 'router: a connection is not recorded'));
  }
}
