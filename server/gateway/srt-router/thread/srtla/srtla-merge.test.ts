import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { SrtlaMerge } from './srtla-merge';

const latencyMs = 1_000;
let merge: SrtlaMerge;

beforeEach(() => {
  merge = new SrtlaMerge();
  // The round trip is 100 ms.
  merge.fromReceiver(control(0x8002, [0, 100_000]), latencyMs, 0);
});

function control(type: number, words: number[], info = 0): Buffer {
  const datagram = Buffer.alloc(16 + words.length * 4);
  datagram.writeUInt16BE(type);
  datagram.writeUInt32BE(info, 4);
  for (const [index, word] of words.entries()) datagram.writeUInt32BE(word, 16 + index * 4);
  return datagram;
}

function data(sequence: number, isResent = false): Buffer {
  const datagram = Buffer.alloc(200);
  datagram.writeUInt32BE(sequence);
  datagram.writeUInt8(isResent ? 0xe4 : 0xe0, 4);
  return datagram;
}

/** The words of a loss report that pass. */
function report(words: number[], nowMs: number, latency: number | null = latencyMs): number[] {
  const passed = merge.fromReceiver(control(0x8003, words), latency, nowMs);
  if (!passed) return [];
  expect(passed.subarray(0, 16)).toEqual(control(0x8003, []));
  return Array.from({ length: (passed.length - 16) / 4 }, (_, index) => passed.readUInt32BE(16 + index * 4));
}

const range = (first: number): number => first + 0x8000_0000;

test('a loss passes once it has lasted, and then once in a round trip', () => {
  const times = [0, 30, 60, 90, 120, 150, 180, 210, 240];
  expect(times.filter((ms) => report([range(5), 7], ms).length > 0)).toEqual([60, 180]);
  expect(report([range(5), 7], 300)).toEqual([range(5), 7]);
});

test('a packet that was only late is not reported', () => {
  report([range(5), 9], 0);
  for (const sequence of [5, 7, 8]) merge.fromSender(data(sequence), 20);
  expect(report([range(5), 6, 9, 12], 60)).toEqual([6, 9]);
});

test('an acknowledged packet is forgotten', () => {
  report([5], 0);
  merge.fromReceiver(control(0x8002, [6, 100_000]), latencyMs, 10);
  expect(report([5], 60), 'as if it were new').toEqual([]);
});

test('links that differ more are waited for longer, and a short latency is not used up', () => {
  report([5], 0);
  merge.fromSender(data(5), 160);
  report([10], 1_000);
  expect(report([10], 1_190)).toEqual([]);
  expect(report([10], 1_201)).toEqual([10]);
  report([11], 2_000, 120);
  expect(report([11], 2_031, 120)).toEqual([11]);
});

test('a resent packet does not make links differ', () => {
  report([5], 0);
  merge.fromSender(data(5, true), 400);
  report([10], 1_000);
  expect(report([10], 1_060)).toEqual([10]);
});

test('numbers wrap', () => {
  report([range(0x7ffffffe), 1], 0);
  expect(report([range(0x7ffffffe), 1], 60)).toEqual([range(0x7ffffffe), 1]);
});

test('a report of too many, or of half a range, passes as it is', () => {
  expect(report([range(5), 100_000], 0)).toEqual([range(5), 100_000]);
  expect(report([range(5)], 0)).toEqual([range(5)]);
});

test('an answer to an acknowledgement passes once, and anything else always', () => {
  const ackAck = (number: number) => control(0x8006, [0], number);
  expect([ackAck(1), ackAck(1), ackAck(2), ackAck(2)].map((one) => merge.fromSender(one, 0))).toEqual([
    ...[true, false, true, false],
  ]);
  expect([data(5), data(5), control(0x8001, [])].map((one) => merge.fromSender(one, 0))).toEqual([true, true, true]);
  expect(merge.fromReceiver(control(0x8001, []), latencyMs, 0)).toEqual(control(0x8001, []));
});

test('no report becomes longer, and none is refused', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff_ffff), { maxLength: 60 }), fc.nat(200), (words, laterMs) => {
      const fresh = new SrtlaMerge();
      const nak = control(0x8003, words);
      fresh.fromReceiver(nak, null, 0);
      expect(fresh.fromReceiver(nak, null, laterMs)?.length ?? 0).toBeLessThanOrEqual(nak.length);
    }),
  );
});
