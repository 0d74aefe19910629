import { expect, test } from 'vitest';
import { isAck, SentPackets, withBoundedFlowWindow, withIPv4Address } from './caller-claims';

const data = (sequenceNumber: number): Buffer => {
  const datagram = Buffer.alloc(16 + 1316);
  datagram.writeUInt32BE(sequenceNumber, 0);
  return datagram;
};

const ack = (sequenceNumber: number, bytes = 44): Buffer => {
  const datagram = Buffer.alloc(Math.max(20, bytes));
  datagram.writeUInt16BE(0x8002, 0);
  datagram.writeUInt32BE(sequenceNumber, 16);
  return datagram.subarray(0, bytes);
};

test('recognizes an ACK', () => {
  expect([ack(1), data(1), data(0x8002)].map(isAck)).toEqual([true, false, false]);
});

test.each([
  [2, 2],
  [8_192, 8_192],
  [25_600, 25_600],
  [25_601, 25_600],
  [0x4000_0000, 25_600],
  [0xffff_ffff, 25_600],
])('a flow window of %i packets reaches the worker as %i, and nothing else changes', (announced, expected) => {
  const conclusion = Buffer.alloc(80, 7);
  conclusion.writeUInt32BE(announced, 32);
  const bounded = withBoundedFlowWindow(conclusion);
  expect(bounded.readUInt32BE(32)).toBe(expected);
  bounded.writeUInt32BE(announced, 32);
  expect(bounded).toEqual(conclusion);
});

test('an IPv6 caller reaches the worker with an IPv4 address, and nothing else changes', () => {
  const conclusion = Buffer.alloc(80, 7);
  const changed = withIPv4Address(conclusion);
  expect(changed.subarray(48, 64).toString('hex')).toBe('0100007f000000000000000000000000');
  expect(withIPv4Address(changed)).toBe(changed);
  changed.fill(7, 48, 64);
  expect(changed).toEqual(conclusion);
});

test.each<[string, number, number, boolean]>([
  ['all that was sent', 1_000, 1_001, true],
  ['what was sent before', 1_000, 500, true],
  ['one packet more', 1_000, 1_002, false],
  ['2^29 packets more', 1_000, 1_000 + 2 ** 29, false],
  ['2^30 packets less, which libsrt may take for more', 2 ** 30 + 1_000, 1_000, false],
  ['an invalid number', 1_000, 0x8000_03e8, false],
  ['all, at the wrap', 0x7fff_ffff, 0, true],
  ['what came before the wrap', 5, 0x7fff_fff0, true],
  ['what would come after the wrap', 0x7fff_ffff, 1, false],
])('an ACK of %s', (_, sent, acknowledged, isCovered) => {
  const packets = new SentPackets();
  packets.note(data(sent));
  expect(packets.covers(ack(acknowledged))).toBe(isCovered);
});

test('nothing can be acknowledged before anything was sent, or by an ACK that is too short', () => {
  const packets = new SentPackets();
  expect(packets.covers(ack(0))).toBe(false);
  packets.note(data(7));
  expect(packets.covers(ack(8, 20))).toBe(true);
  expect(packets.covers(ack(8, 19))).toBe(false);
  expect(packets.covers(ack(8, 16))).toBe(false);
});

test('a resent packet changes nothing', () => {
  const packets = new SentPackets();
  for (const sequenceNumber of [10, 11, 12, 10]) packets.note(data(sequenceNumber));
  expect(packets.covers(ack(13))).toBe(true);
});
