import { readLiveAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import { retry } from '@/lib/core/backoff';
import { minuteMs } from '@/lib/core/durations';
import { Places } from '@/lib/core/places';
import type { BusListener, BusMessage } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import type { DisconnectReason } from '../protocol';
import { ExpiryTimer } from './expiry-timer';
import { PingWheel } from './ping-wheel';
import type { RegisteredConnection } from './registered-connection';

/**
 * How long a revocation or a changed role is remembered. That is longer than any handshake, which may have read its
 * auth session before the change and arrive here after the news.
 */
const memoryMs = minuteMs;
const lookUpRetry = { firstMs: 100, capMs: 2_000 };

/**
 * The connections of this process. It limits them per user, pings them, and ends those whose auth session ends or whose
 * user gets another role.
 */
export class ConnectionRegistry implements BusListener {
  readonly #connections = new PingWheel();
  readonly #expiry = new ExpiryTimer(this.#connections);
  readonly #places: Places;
  /** When auth sessions were recently revoked, oldest first. */
  readonly #revokedAtMs = new Map<string, number>();
  /** When users recently got another role, oldest first. */
  readonly #roleChangedAtMs = new Map<string, number>();
  #resyncedAtMs = Number.NEGATIVE_INFINITY;
  readonly #stopping = new AbortController();

  constructor(maxConnectionsPerUser: number) {
    this.#places = new Places({ maxOfKey: maxConnectionsPerUser });
  }

  /** Starts the pings. */
  start(): void {
    this.#connections.start();
  }

  /** Refuses new connections from now on, and asks the current ones to connect elsewhere. */
  stop(): void {
    this.#stopping.abort();
    this.#connections.stop();
    this.#expiry.stop();
    for (const connection of this.#connections) connection.disconnect('server_restart');
  }

  /** Admits an authenticated connection. @returns the reason to refuse it, or null */
  add(connection: RegisteredConnection): DisconnectReason | null {
    if (this.#stopping.signal.aborted) return 'server_restart';
    if (this.#revokedAtMs.has(connection.authSessionId)) return 'remote';
    if (connection.openedAtMs <= (this.#roleChangedAtMs.get(connection.userId) ?? 0)) return 'role_changed';
    if (!this.#places.take(connection.userId)) return 'too_many_connections';
    connection.pingSlot = this.#connections.add(connection);
    this.#expiry.watch(connection);
    // Its auth session may have been revoked while the bus was away.
    if (connection.openedAtMs <= this.#resyncedAtMs) this.#lookUp([connection]);
    return null;
  }

  /** Forgets a connection; does nothing for one that was never admitted. */
  remove(connection: RegisteredConnection): void {
    if (connection.pingSlot < 0) return;
    this.#connections.delete(connection, connection.pingSlot);
    connection.pingSlot = -1;
    this.#places.free(connection.userId);
  }

  onMessage(message: BusMessage): void {
    if (message.type === 'auth_session_revoked') {
      remember(this.#revokedAtMs, message.authSessionId);
      for (const connection of this.#connections) {
        if (connection.authSessionId === message.authSessionId) connection.disconnect('remote');
      }
    } else if (message.type === 'role_changed') {
      remember(this.#roleChangedAtMs, message.userId);
      for (const connection of this.#connections) {
        if (connection.userId === message.userId) connection.disconnect('role_changed');
      }
    }
  }

  /** Revocations and changed roles may have been missed: looks up all auth sessions. */
  onResync(): void {
    this.#resyncedAtMs = performance.now();
    this.#lookUp([...this.#connections]);
  }

  /** Until it succeeds: what took the bus away may have taken connections to the database, too. */
  #lookUp(connections: RegisteredConnection[]): void {
    void retry(() => this.#endOutdated(connections.filter(({ pingSlot }) => pingSlot >= 0)), {
      ...lookUpRetry,
      signal: this.#stopping.signal,
      onFailure: (error, failures) =>
        log.warn({ err: error, failures }, 'cable: auth sessions cannot be looked up yet'),
    });
  }

  async #endOutdated(connections: RegisteredConnection[]): Promise<void> {
    const live = await readLiveAuthSessions([...new Set(connections.map(({ authSessionId }) => authSessionId))]);
    for (const connection of connections) {
      const authSession = live.get(connection.authSessionId);
      if (!authSession) connection.disconnect('remote');
      else if (authSession.role !== connection.role) connection.disconnect('role_changed');
    }
  }
}

/** Notes that something happened now, and forgets old entries. */
function remember(atMsById: Map<string, number>, id: string): void {
  const nowMs = performance.now();
  for (const [other, atMs] of atMsById) {
    if (nowMs - atMs < memoryMs) break;
    atMsById.delete(other);
  }
  // Moves it to the end, where the latest are.
  atMsById.delete(id);
  atMsById.set(id, nowMs);
}
