import { describe, expect, test, vi } from 'vitest';
import { readLiveAuthSessions } from '@/lib/auth/read-live-auth-sessions';
import { ConnectionRegistry } from './connection-registry';

vi.mock('@/lib/auth/read-live-auth-sessions');

const connection = (authSessionId: string, openedAtMs = performance.now()) => ({
  userId: 'ada',
  authSessionId,
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

  test('is looked up where the bus was lost meanwhile', async () => {
    vi.mocked(readLiveAuthSessions).mockResolvedValue(new Map([['live', 'acme']]));
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
