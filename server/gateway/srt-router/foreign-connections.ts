import { log } from '@/lib/platform/log';
import { readStreamRoutes, type StreamRoute } from '../store/stream-routes';
import type { OpenSrtConnection } from './srt-route';

/** News of a stream may be lost. */
const checkIntervalMs = 2_000;

/** Whether a connection leads where its stream's row says that callers belong. */
export const isCurrent = (
  connection: Pick<OpenSrtConnection, 'workerId' | 'streamKeyHash'>,
  route: StreamRoute | undefined,
): boolean =>
  route?.status === 'active' &&
  route.worker?.workerId === connection.workerId &&
  route.streamKeyHash === connection.streamKeyHash;

export interface ForeignConnectionsOptions {
  isHeld(streamId: string): boolean;
  disconnect(connection: OpenSrtConnection): void;
}

/**
 * Ends connections to streams that another gateway holds, once the stream is switched off, has another worker or another
 * key. Those of held streams the reconciler closes.
 */
export class ForeignConnections {
  readonly #options: ForeignConnectionsOptions;
  readonly #open = new Map<string, OpenSrtConnection>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: ForeignConnectionsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.check(), checkIntervalMs);
  }

  opened(connection: OpenSrtConnection): void {
    this.#open.set(keyOf(connection), connection);
  }

  ended(connection: OpenSrtConnection): void {
    this.#open.delete(keyOf(connection));
  }

  /** Looks after the connections of one stream, or of all. Never rejects: what fails is done at the next time. */
  async check(streamId?: string): Promise<void> {
    const connections = [...this.#open.values()].filter(
      (connection) =>
        (streamId === undefined || connection.streamId === streamId) && !this.#options.isHeld(connection.streamId),
    );
    if (connections.length === 0) return;
    try {
      const routes = await readStreamRoutes([...new Set(connections.map((connection) => connection.streamId))]);
      for (const connection of connections) {
        if (this.#options.isHeld(connection.streamId)) continue;
        if (!isCurrent(connection, routes.get(connection.streamId))) this.#options.disconnect(connection);
      }
    } catch (error) {
      log.warn({ err: error }, "router: other gateways' streams cannot be read; will try again");
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

const keyOf = ({ direction, caller }: OpenSrtConnection): string =>
  `${direction} ${caller.address} ${caller.port} ${caller.socketId}`;
