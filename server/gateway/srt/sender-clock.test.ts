import { expect, test } from 'vitest';
import { SenderClock } from './sender-clock';

/** The sender's clock began so long before this machine's. */
const beganMs = 10_000;
const wallOffsetMs = 1_800_000_000_000;

function packetAt(sentMs: number, sequence = 0, isEncrypted = false): Buffer {
  const datagram = Buffer.alloc(16 + 188 * 7, sequence);
  datagram.writeUInt32BE(sequence, 0);
  datagram.writeUInt32BE((isEncrypted ? 0xe8000000 : 0xe0000000) + 1, 4);
  datagram.writeUInt32BE(Math.round((sentMs + beganMs) * 1_000) % 2 ** 32, 8);
  return datagram;
}

interface Way {
  seconds: number;
  /** A packet's way, in ms, for the time of its sending. */
  wayMs(sentMs: number): number;
  rttMs: number;
  driftPpm?: number;
  startMs?: number;
  isEncrypted?: boolean;
}

function read({ seconds, wayMs, rttMs, driftPpm = 0, startMs = 0, isEncrypted = false }: Way) {
  const clock = new SenderClock();
  clock.beginAt(startMs === 0 ? 100 : 0);
  for (let index = 0; index < seconds * 100; index++) {
    const sentMs = startMs + index * 10;
    const arrivedMs = sentMs + wayMs(sentMs);
    clock.notePacket(packetAt(sentMs * (1 + driftPpm / 1e6), 100 + index, isEncrypted), arrivedMs);
    if (index % 10 > 0) continue;
    clock.noteAck(index + 1, arrivedMs);
    clock.noteAckAck(index + 1, arrivedMs + rttMs);
  }
  return clock.read(wallOffsetMs);
}

/** By how much the named packets' times of sending are wrong. The last ones are 250 ms apart. */
function errorsOf(way: Way): number[] {
  const { seconds, startMs = 0 } = way;
  const { packets = [] } = read(way) ?? {};
  const sentMs = Array.from({ length: seconds * 100 }, (_, index) => wallOffsetMs + startMs + index * 10);
  return packets.map(([, ms]) => Math.min(...sentMs.map((true_) => Math.abs(true_ - ms))));
}

test('nothing is known before the first packet, or without a round trip', () => {
  const clock = new SenderClock();
  expect(clock.read(0)).toBeNull();
  clock.notePacket(packetAt(0), 0);
  expect(clock.read(0)).toBeNull();
});

test.each<[string, Way]>([
  ['a steady way', { seconds: 10, wayMs: () => 3, rttMs: 6 }],
  ['a way of 60 ms', { seconds: 10, wayMs: () => 60, rttMs: 120 }],
  ['jitter of 60 ms', { seconds: 30, wayMs: (ms) => 20 + ((ms * 7919) % 60), rttMs: 40 }],
  ['a backlog that is gone in 60 s', { seconds: 120, wayMs: (ms) => 5 + Math.max(0, 1_000 - ms / 60), rttMs: 10 }],
  ['a drift of 100 ppm', { seconds: 300, wayMs: () => 5, rttMs: 10, driftPpm: 100 }],
  ['timestamps that wrap', { seconds: 30, wayMs: () => 5, rttMs: 10, startMs: 2 ** 32 / 1_000 - 20_000 }],
])('%s: the times of sending are right to 2 ms', (_, way) => {
  const errors = errorsOf(way);
  expect(errors).toHaveLength(4);
  expect(Math.max(...errors)).toBeLessThan(2);
});

test('encrypted packets are known by their place, and half of the round trip is named', () => {
  const way = { seconds: 2, wayMs: () => 4, rttMs: 8, isEncrypted: true };
  const reading = read(way);
  expect(reading).toMatchObject({ byIndex: true, wayMs: 4 });
  expect(Math.max(...(reading?.packets ?? []).map(([index]) => index))).toBe(175);
  expect(read({ ...way, isEncrypted: false })).toMatchObject({ byIndex: false });
});
