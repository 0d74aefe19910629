import { describe, expect, test, vi } from 'vitest';
import { authenticate } from '@/lib/auth/authenticate';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import { CableConnection, type Transport } from './cable-connection';

vi.mock('@/lib/auth/authenticate');
log.level = 'silent';

/** A socket whose queue has the length that the test sets. */
class StuckTransport implements Transport {
  bufferedAmount = 0;
  sent: string[] = [];
  isClosed = false;
  send(frame: string | Buffer): void {
    this.sent.push(String(frame));
  }
  isPaused = false;
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(): void {
    this.isClosed = true;
  }
  terminate(): void {}
}

function stuckConnection(bufferedAmount: number) {
  const transport = Object.assign(new StuckTransport(), { bufferedAmount });
  const registry = { add: vi.fn(() => null), remove: vi.fn() };
  const broadcaster = { snapshot: vi.fn(), subscribe: vi.fn(), unsubscribe: vi.fn() };
  const backlog = { watch: vi.fn() };
  const connection = new CableConnection({ transport, registry, broadcaster, backlog });
  return { transport, registry, broadcaster, backlog, connection };
}

describe('a slow reader', () => {
  test('with up to 64 KiB unsent gets everything', () => {
    const { transport, connection } = stuckConnection(64 * 1024);
    connection.sendSample(Buffer.from('sample'));
    connection.send('change');
    expect(transport.sent).toEqual(['sample', 'change']);
  });

  test('with more than 64 KiB unsent gets no samples', () => {
    const { transport, connection } = stuckConnection(64 * 1024 + 1);
    connection.sendSample(Buffer.from('sample'));
    connection.send('change');
    expect(transport.sent).toEqual(['change']);
  });

  test('with more than 1 MiB unsent is disconnected as too_slow, and told to reconnect', () => {
    const { transport, registry, connection } = stuckConnection(1024 * 1024 + 1);
    connection.send('change');
    connection.send('another');
    expect(transport.sent.map((frame) => JSON.parse(frame))).toEqual([
      { type: 'disconnect', reason: 'too_slow', reconnect: true },
    ]);
    expect(transport.isClosed).toBe(true);
    expect(registry.remove).toHaveBeenCalledExactlyOnceWith(connection);
  });
});

test('unsent data beyond 64 KiB counts against the budgets of the user and the process', () => {
  const quick = stuckConnection(64 * 1024);
  quick.connection.send('change');
  expect(quick.backlog.watch).not.toHaveBeenCalled();
  const slow = stuckConnection(64 * 1024 + 1);
  slow.connection.send('change');
  expect(slow.backlog.watch).toHaveBeenCalledExactlyOnceWith(slow.connection);
  expect(slow.connection.backlogBytes).toBe(64 * 1024 + 1);
});

describe('the websocket is not read', () => {
  const actor = {
    userId: 'u',
    organizationId: 'o',
    authSessionId: 's',
    authSessionExpiresAt: new Date(8.64e15),
    role: 'owner' as const,
  };
  const command = (index: number) =>
    JSON.stringify({
      command: 'subscribe',
      identifier: `{"channel":"StreamsChannel","x":"${index}${'x'.repeat(900)}"}`,
    });

  test('before the user is known', async () => {
    let admit: (found: typeof actor) => void = () => undefined;
    vi.mocked(authenticate).mockReturnValueOnce(new Promise((resolve) => (admit = resolve)));
    const { transport, connection } = stuckConnection(0);
    expect(transport.isPaused).toBe(true);
    const opened = connection.open('token');
    expect(transport.isPaused).toBe(true);
    admit(actor);
    await opened;
    expect(transport.isPaused).toBe(false);
  });

  test('while more than 32 KiB of commands wait', async () => {
    vi.mocked(authenticate).mockResolvedValueOnce(actor);
    const { transport, broadcaster, connection } = stuckConnection(0);
    let answer: (frames: Buffer[] | null) => void = () => undefined;
    broadcaster.snapshot.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    broadcaster.snapshot.mockResolvedValue(null);
    await connection.open('token');
    connection.receive(command(0));
    for (let index = 1; index <= 36; index++) connection.receive(command(index));
    expect(transport.isPaused).toBe(true);
    answer(null);
    await vi.waitFor(() => expect(transport.isPaused).toBe(false));
  });
});

test('a connection without subscriptions is disconnected after 100 pings as idle_timeout, and told not to reconnect', () => {
  const { transport, registry, connection } = stuckConnection(0);
  for (let count = 0; count < 100; count++) connection.ping(Buffer.from('ping'));
  expect(transport.sent).toEqual(Array.from({ length: 100 }, () => 'ping'));
  connection.ping(Buffer.from('ping'));
  expect(JSON.parse(transport.sent.at(-1) ?? '')).toEqual({
    type: 'disconnect',
    reason: 'idle_timeout',
    reconnect: false,
  });
  expect(transport.isClosed).toBe(true);
  expect(registry.remove).toHaveBeenCalledExactlyOnceWith(connection);
});

describe('a token', () => {
  test.each([
    ['that is refused: do not reconnect', new AppError('unauthorized', 'No.'), 'unauthorized', false],
    ['that cannot be looked up at the moment: reconnect', new Error('Postgres is away'), 'server_restart', true],
  ])('%s', async (_, error, reason, reconnect) => {
    vi.mocked(authenticate).mockRejectedValueOnce(error);
    const { transport, connection } = stuckConnection(0);
    await connection.open('token');
    expect(transport.sent.map((frame) => JSON.parse(frame))).toEqual([{ type: 'disconnect', reason, reconnect }]);
    expect(transport.isClosed).toBe(true);
  });
});
