import type { Role } from '@/lib/contracts/permissions';
import type { DisconnectReason } from '../protocol';

/** The registry's view of an authenticated connection. */
export interface RegisteredConnection {
  readonly userId: string;
  readonly authSessionId: string;
  /** The user's role at authentication. */
  readonly role: Role | null;
  /** When its handshake began, by the process's clock (`performance.now()`). */
  readonly openedAtMs: number;
  /** When its token expires, in milliseconds since 1970. */
  readonly expiresAtMs: number;
  /** Its slot in the ping wheel, or -1 while it is not registered. Only the registry writes it. */
  pingSlot: number;
  ping(frame: Buffer): void;
  disconnect(reason: DisconnectReason): void;
}
