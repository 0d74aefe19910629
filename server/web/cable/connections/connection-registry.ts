import { readLiveAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import type { DisconnectReason } from '../protocol';
import { ExpiryTimer } from './expiry-timer';
import { PingWheel } from './ping-wheel';
import type { RegisteredConnection } from './registered-connection';

/**
 * How long a revocation is remembered: longer than any handshake takes, which may have read its auth session before it was
 * revoked and arrive here after everybody was told.
 */
const revocationMemoryMs = 60_000;

/** Who is connected to this process: limits connections per user, pings them, and ends those whose auth session ends. */
export class ConnectionRegistry implements BusListener {
  readonly #connections = new PingWheel();
  readonly #expiry = new ExpiryTimer(this.#connections);
  readonly #countByUser = new Map<string, number>();
  readonly #maxConnectionsPerUser: number;
  /** When auth sessions were revoked lately, the oldest first. */
  readonly #revokedAtMs = new Map<string, number>();
  #resyncedAtMs = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(maxConnectionsPerUser: number) {
    this.#maxConnectionsPerUser = maxConnectionsPerUser;
  }

  /** Starts the pings. */
  start(): void {
    this.#connections.start();
  }

  /** Refuses new connections from now on, and asks the present ones to connect again elsewhere. */
  stop(): void {
    this.#isStopped = true;
    this.#connections.stop();
    this.#expiry.stop();
    for (const connection of this.#connections) connection.disconnect('server_restart');
  }

  /** Admits an authenticated connection. @returns the reason to refuse it, or null */
  add(connection: RegisteredConnection): DisconnectReason | null {
    if (this.#isStopped) return 'server_restart';
    if (this.#revokedAtMs.has(connection.authSessionId)) return 'remote';
    const count = this.#countByUser.get(connection.userId) ?? 0;
    if (count >= this.#maxConnectionsPerUser) return 'too_many_connections';
    this.#countByUser.set(connection.userId, count + 1);
    connection.pingSlot = this.#connections.add(connection);
    this.#expiry.watch(connection);
    // Its auth session may have been revoked while nobody was told of it.
    if (connection.openedAtMs <= this.#resyncedAtMs) this.#lookUp([connection]);
    return null;
  }

  /** Forgets a connection; does nothing for one that was never admitted. */
  remove(connection: RegisteredConnection): void {
    if (connection.pingSlot < 0) return;
    this.#connections.delete(connection, connection.pingSlot);
    connection.pingSlot = -1;
    const count = this.#countByUser.get(connection.userId) ?? 0;
    if (count > 1) this.#countByUser.set(connection.userId, count - 1);
    else this.#countByUser.delete(connection.userId);
  }

  onMessage(message: BusMessage): void {
    if (message.type !== 'auth_session_revoked') return;
    this.#remember(message.authSessionId);
    for (const connection of this.#connections) {
      if (connection.authSessionId === message.authSessionId) connection.disconnect('remote');
    }
  }

  /** Revocations may have been missed: looks all auth sessions up. */
  onResync(): void {
    this.#resyncedAtMs = performance.now();
    this.#lookUp([...this.#connections]);
  }

  #remember(authSessionId: string): void {
    const nowMs = performance.now();
    for (const [id, atMs] of this.#revokedAtMs) {
      if (nowMs - atMs < revocationMemoryMs) break;
      this.#revokedAtMs.delete(id);
    }
    this.#revokedAtMs.set(authSessionId, nowMs);
  }

  #lookUp(connections: RegisteredConnection[]): void {
    this.#endRevoked(connections).catch((error: unknown) =>
      log.error({ err: error }, 'cable: revoked auth sessions could not be looked up'),
    );
  }

  async #endRevoked(connections: RegisteredConnection[]): Promise<void> {
    const live = await readLiveAuthSessions([...new Set(connections.map(({ authSessionId }) => authSessionId))]);
    for (const connection of connections) {
      if (!live.has(connection.authSessionId)) connection.disconnect('remote');
    }
  }
}
