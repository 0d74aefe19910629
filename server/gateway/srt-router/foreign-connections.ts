import { log } from '@/lib/platform/log';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { OpenSrtConnection } from '../srt/srt-route';
import { readStreamRoutes, type StreamRoute } from '../store/stream-routes';

/** Interval of checks, because notifications of a stream may be lost. */
const checkIntervalMs = 2_000;

/**
 * Whether a connection leads to the worker in its stream's row. A worker keeps its encoder while it is out of the room,
 * when its stream is not active, such as after a restart of LiveKit.
 */
export const isCurrent = (
  connection: Pick<OpenSrtConnection, 'direction' | 'workerId' | 'keyHash'>,
  route: StreamRoute | undefined,
): boolean =>
  route !== undefined &&
  isWanted(route.status) &&
  route.worker?.workerId === connection.workerId &&
  route.keyHashes[connection.direction].includes(connection.keyHash);

/** The part of an open connection that is checked. */
export type CheckedConnection = Pick<OpenSrtConnection, 'direction' | 'caller' | 'streamId' | 'workerId' | 'keyHash'>;

export interface ForeignConnectionsOptions {
  isHeld(streamId: string): boolean;
  disconnect(connection: CheckedConnection): void;
}

/**
 * Ends connections to streams of other gateways once the stream is switched off, has another worker or another key. The
 * reconciler does so for held streams.
 */
export class ForeignConnections {
  readonly #options: ForeignConnectionsOptions;
  readonly #open = new Map<string, CheckedConnection>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: ForeignConnectionsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.check(), checkIntervalMs);
  }

  opened(connection: CheckedConnection): void {
    this.#open.set(keyOf(connection), connection);
  }

  ended(connection: CheckedConnection): void {
    this.#open.delete(keyOf(connection));
  }

  /** Checks the connections of one stream, or of all. Never rejects: the next check repeats a failed one. */
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
      log.warn({ err: error }, "router: cannot read other gateways' streams; will retry");
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

const keyOf = ({ direction, caller }: CheckedConnection): string =>
  `${direction} ${caller.address} ${caller.port} ${caller.socketId}`;
