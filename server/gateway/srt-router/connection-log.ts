import { log } from '@/lib/platform/log';
import type { OpenSrtConnection, SrtDirection } from '../srt/srt-route';
import { recordSrtConnection, removeIngestConnections, removeSrtConnection } from '../store/srt-connections';

export interface ConnectionLogOptions {
  gatewayId: string;
  localPortOf(direction: SrtDirection): number;
}

/**
 * Records the open SRT connections in Postgres, for this gateway after a restart and for the others. Writes one after
 * the other, independently of the media. A failed write is logged; after a kill its encoder waits for libsrt's
 * time-out.
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

  /** Deletes left-over records of a stream's encoders at this gateway. */
  withoutEncoder(streamId: string): void {
    this.#write('without encoder', () => removeIngestConnections(this.#options.gatewayId, streamId));
  }

  /** Settles once all writes requested so far are done. */
  settled(): Promise<void> {
    return this.#written;
  }

  #portOf(direction: SrtDirection) {
    return { gatewayId: this.#options.gatewayId, localPort: this.#options.localPortOf(direction) };
  }

  #write(what: string, change: () => Promise<void>): void {
    this.#written = this.#written
      .then(change)
      .catch((error: unknown) => log.warn({ err: error, what }, 'router: cannot record a connection'));
  }
}
