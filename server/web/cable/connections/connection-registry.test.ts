import { describe, expect, test, vi } from 'vitest';
import { readLiveAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import type { Role } from '@/lib/contracts/permissions';
import { ConnectionRegistry } from './connection-registry';

vi.mock('@/lib/auth/read-live-auth-sessions');

const connection = (authSessionId: string, openedAtMs = performance.now()) => ({
  userId: 'ada',
  authSessionId,
  role: 'member' as Role,
  openedAtMs,
  expiresAtMs: Number.POSITIVE_INFINITY,
  pingSlot: -1,
  ping: vi.fn(),
  disconnect: vi.fn(),
});

describe('an auth session that is revoked during the handshake of a connection', () => {
  test('refuses the connection, and no other', () => {
    const registry = new ConnectionRegistry(10);
    registry.onMessage({ type: 'auth_session_revoked', authSessionId: 'revoked', organizationId: 'acme' });
    expect(registry.add(connection('revoked'))).toBe('remote');
    expect(registry.add(connection('live'))).toBeNull();
  });

  test('is looked up if the bus was lost meanwhile', async () => {
    vi.mocked(readLiveAuthSessions).mockResolvedValue(new Map([['live', { organizationId: 'acme', role: 'member' }]]));
    const registry = new ConnectionRegistry(10);
    const [revoked, live] = [connection('revoked'), connection('live')];
    registry.onResync();
    for (const each of [revoked, live]) expect(registry.add(each)).toBeNull();
    await vi.waitFor(() => expect(revoked.disconnect).toHaveBeenCalledExactlyOnceWith('remote'));
    expect(live.disconnect).not.toHaveBeenCalled();
  });

  test('is not looked up for a connection that began after the bus came back', () => {
    vi.mocked(readLiveAuthSessions).mockReset().mockResolvedValue(new Map());
    const registry = new ConnectionRegistry(10);
    registry.onResync();
    vi.mocked(readLiveAuthSessions).mockClear();
    expect(registry.add(connection('live', performance.now() + 1))).toBeNull();
    expect(readLiveAuthSessions).not.toHaveBeenCalled();
  });
});

describe('a user who gets another role', () => {
  const changed = { type: 'role_changed', userId: 'ada', organizationId: 'acme' } as const;

  test('is asked to reconnect, even during the handshake; a later connection is not', () => {
    const registry = new ConnectionRegistry(10);
    const [present, handshaking] = [connection('one'), connection('two')];
    registry.add(present);
    registry.onMessage(changed);
    expect(present.disconnect).toHaveBeenCalledExactlyOnceWith('role_changed');
    expect(registry.add(handshaking)).toBe('role_changed');
    expect(registry.add(connection('three', performance.now() + 1))).toBeNull();
  });

  test('is noticed if the bus was lost meanwhile, and the database with it', async () => {
    vi.mocked(readLiveAuthSessions).mockReset();
    vi.mocked(readLiveAuthSessions).mockRejectedValueOnce(new Error('Query read timeout'));
    vi.mocked(readLiveAuthSessions).mockResolvedValue(new Map([['one', { organizationId: 'acme', role: 'viewer' }]]));
    const registry = new ConnectionRegistry(10);
    const present = connection('one');
    registry.add(present);
    registry.onResync();
    await vi.waitFor(() => expect(present.disconnect).toHaveBeenCalledExactlyOnceWith('role_changed'));
  });
});
