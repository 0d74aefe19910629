import { describe, expect, test } from 'vitest';
import type { Hub } from './hub';
import { Session, type Transport } from './session';

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

function stuckSession(bufferedAmount: number) {
  const transport = Object.assign(new StuckTransport(), { bufferedAmount });
  const left: string[] = [];
  const hub = { remove: () => left.push('hub'), leave: () => undefined } as unknown as Hub;
  return { transport, left, session: new Session(transport, hub) };
}

describe('a slow reader', () => {
  test('below 64 KiB gets everything', () => {
    const { transport, session } = stuckSession(64 * 1024);
    session.sendSample(Buffer.from('sample'));
    session.send('change');
    expect(transport.sent).toEqual(['sample', 'change']);
  });

  test('above 64 KiB goes without samples first', () => {
    const { transport, session } = stuckSession(64 * 1024 + 1);
    session.sendSample(Buffer.from('sample'));
    session.send('change');
    expect(transport.sent).toEqual(['change']);
  });

  test('above 1 MiB is told too_slow, and to come back', () => {
    const { transport, left, session } = stuckSession(1024 * 1024 + 1);
    session.send('change');
    session.send('another');
    expect(transport.sent.map((frame) => JSON.parse(frame))).toEqual([
      { type: 'disconnect', reason: 'too_slow', reconnect: true },
    ]);
    expect(transport.isClosed).toBe(true);
    expect(left).toEqual(['hub']);
  });
});
