import { describe, expect, test, vi } from 'vitest';
import { authenticate } from '@/lib/auth/authenticate';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import { CableConnection, type Transport } from './cable-connection';
import type { Hub } from './hub';

vi.mock('@/lib/auth/authenticate');
log.level = 'silent';

/** A socket that takes nothing off its queue but what the test says. */
class StuckTransport implements Transport {
  bufferedAmount = 0;
  sent: string[] = [];
  isClosed = false;
  send(frame: string | Buffer): void {
    this.sent.push(String(frame));
  }
  pause(): void {}
  resume(): void {}
  close(): void {
    this.isClosed = true;
  }
  terminate(): void {}
}

function stuckConnection(bufferedAmount: number) {
  const transport = Object.assign(new StuckTransport(), { bufferedAmount });
  const left: string[] = [];
  const hub = { remove: () => left.push('hub'), leave: () => undefined } as unknown as Hub;
  return { transport, left, session: new CableConnection(transport, hub) };
}

describe('a slow reader', () => {
  test('below 64 KiB gets everything', () => {
    const { transport, session } = stuckConnection(64 * 1024);
    session.sendSample(Buffer.from('sample'));
    session.send('change');
    expect(transport.sent).toEqual(['sample', 'change']);
  });

  test('above 64 KiB goes without samples first', () => {
    const { transport, session } = stuckConnection(64 * 1024 + 1);
    session.sendSample(Buffer.from('sample'));
    session.send('change');
    expect(transport.sent).toEqual(['change']);
  });

  test('above 1 MiB is told too_slow, and to come back', () => {
    const { transport, left, session } = stuckConnection(1024 * 1024 + 1);
    session.send('change');
    session.send('another');
    expect(transport.sent.map((frame) => JSON.parse(frame))).toEqual([
      { type: 'disconnect', reason: 'too_slow', reconnect: true },
    ]);
    expect(transport.isClosed).toBe(true);
    expect(left).toEqual(['hub']);
  });
});

test('a connection without a subscription is told idle_timeout after 100 pings, and not to come back', () => {
  const { transport, left, session } = stuckConnection(0);
  for (let count = 0; count < 100; count++) session.ping(Buffer.from('ping'));
  expect(transport.sent).toEqual(Array.from({ length: 100 }, () => 'ping'));
  session.ping(Buffer.from('ping'));
  expect(JSON.parse(transport.sent.at(-1) ?? '')).toEqual({
    ...{ type: 'disconnect', reason: 'idle_timeout', reconnect: false },
  });
  expect(transport.isClosed).toBe(true);
  expect(left).toEqual(['hub']);
});

describe('a token', () => {
  test.each([
    ['that is refused: do not come back', new AppError('unauthorized', 'No.'), 'unauthorized', false],
    ['that nobody can look up now: come back', new Error('Postgres is away'), 'server_restart', true],
  ])('%s', async (_, error, reason, reconnect) => {
    vi.mocked(authenticate).mockRejectedValueOnce(error);
    const { transport, session } = stuckConnection(0);
    await session.open('token');
    expect(transport.sent.map((frame) => JSON.parse(frame))).toEqual([{ type: 'disconnect', reason, reconnect }]);
    expect(transport.isClosed).toBe(true);
  });
});
