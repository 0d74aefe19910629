import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { OpenSrtConnection } from '../srt/srt-route';
import { readStreamRoutes, type StreamRoute } from '../store/stream-routes';

/** Notifications of a stream may be lost. */
const repeat = { intervalMs: 2_000, retry: { firstMs: 2_000, capMs: 2_000 } };

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
  readonly #loop = new Loop({ name: 'connections of other gateways', work: () => this.#check(), ...repeat });

  constructor(options: ForeignConnectionsOptions) {
    this.#options = options;
    this.#loop.start();
  }

  opened(connection: CheckedConnection): void {
    this.#open.set(keyOf(connection), connection);
  }

  ended(connection: CheckedConnection): void {
    this.#open.delete(keyOf(connection));
  }

  /** Checks all connections at once. */
  checkAll(): void {
    this.#loop.wake();
  }

  /** Checks the connections of one stream. Never rejects: the next check of all repeats a failed one. */
  async check(streamId: string): Promise<void> {
    await this.#check(streamId).catch((error: unknown) =>
      log.warn({ err: error }, "router: cannot read other gateways' streams; will retry"),
    );
  }

  async #check(streamId?: string): Promise<void> {
    const connections = [...this.#open.values()].filter(
      (connection) =>
        (streamId === undefined || connection.streamId === streamId) && !this.#options.isHeld(connection.streamId),
    );
    if (connections.length === 0) return;
    const routes = await readStreamRoutes([...new Set(connections.map((connection) => connection.streamId))]);
    for (const connection of connections) {
      if (this.#options.isHeld(connection.streamId)) continue;
      if (!isCurrent(connection, routes.get(connection.streamId))) this.#options.disconnect(connection);
    }
  }

  /** Begins no further check. It waits for none, because the database may hang. */
  stop(): void {
    void this.#loop.stop();
  }
}

const keyOf = ({ direction, caller }: CheckedConnection): string =>
  `${direction} ${caller.address} ${caller.port} ${caller.socketId}`;
