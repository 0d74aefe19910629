import { describe, expect, test } from 'vitest';
import { SrtLink } from './srt-link';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
// Captured from libsrt 1.5.1, called by FFmpeg 5.1.
const ack = hex('80020000 00000001 001eef9a 3976e66a 5c82f8f9 000186a0 0000c350 00001ff7 00000001 000003e8 00000536');
const ackAck = hex('80060000 00000001 001f06c3 06775204 00000000');
const data = hex('5c82f8f1 e0000001 001ee431 06775204 47401110 0042f025');
const again = hex('5c82f8f1 e4000001 001ee431 06775204 47401110 0042f025');

/** A loss report: single sequence numbers and ranges. */
function nak(...losses: (number | [first: number, last: number])[]): Buffer {
  const words = losses.flatMap((loss) => (typeof loss === 'number' ? [loss] : [0x80000000 + loss[0], loss[1]]));
  const datagram = Buffer.alloc(16 + words.length * 4);
  datagram.writeUInt16BE(0x8003, 0);
  for (const [index, word] of words.entries()) datagram.writeUInt32BE(word, 16 + index * 4);
  return datagram;
}

test('has no figures before the first datagram', () => {
  const unknown = { rttMs: null, jitterMs: null, lossPercent: null, capacityKbps: null };
  expect(new SrtLink().readSample()).toEqual({
    ...unknown,
    receivedPackets: 0,
    lostPackets: 0,
    retransmittedPackets: 0,
  });
});

test('reads round trip and capacity from a full acknowledgement, and keeps them', () => {
  const link = new SrtLink();
  link.noteFromReceiver(ack.subarray(0, 24), 0);
  link.noteFromReceiver(ackAck, 0);
  expect(link.readSample()).toMatchObject({ rttMs: null, capacityKbps: null });
  link.noteFromReceiver(ack, 0);
  expect(link.readSample()).toMatchObject({ rttMs: 100, capacityKbps: 10_528 });
  expect(link.readSample()).toMatchObject({ rttMs: 100, capacityKbps: 10_528 });
});

test('distinguishes first transmissions from retransmissions, and counts since the last reading', () => {
  const link = new SrtLink();
  for (const datagram of [data, data, again, data, ackAck]) link.noteFromSender(datagram, 0);
  expect(link.readSample()).toMatchObject({
    receivedPackets: 3,
    retransmittedPackets: 1,
    lostPackets: 0,
    lossPercent: 0,
  });
  link.noteFromSender(again, 0);
  expect(link.readSample()).toMatchObject({ receivedPackets: 0, retransmittedPackets: 1, lossPercent: null });
  expect(link.totals).toEqual({ receivedPackets: 3, retransmittedPackets: 2, lostPackets: 0 });
});

describe('jitter', () => {
  const at = (sentUs: number, isAgain = false) => {
    const datagram = Buffer.from(isAgain ? again : data);
    datagram.writeUInt32BE(sentUs, 8);
    return datagram;
  };
  const jitterOf = (packets: [sentUs: number, arrivedMs: number, isAgain?: boolean][]) => {
    const link = new SrtLink();
    for (const [sentUs, arrivedMs, isAgain] of packets) link.noteFromSender(at(sentUs, isAgain), arrivedMs);
    return link.readSample().jitterMs;
  };

  test.each<[string, [number, number, boolean?][], number | null]>([
    ['one packet has none', [[0, 500]], null],
    [
      'packets that all take as long',
      [
        [0, 500],
        [20_000, 520],
        [25_000, 525],
      ],
      0,
    ],
    [
      'a packet that is 8 ms late counts a sixteenth',
      [
        [0, 500],
        [20_000, 528],
      ],
      0.5,
    ],
    [
      'a packet that is early counts likewise',
      [
        [0, 500],
        [20_000, 512],
      ],
      0.5,
    ],
    [
      'a resent packet does not count',
      [
        [0, 500],
        [10_000, 900, true],
        [20_000, 520],
      ],
      0,
    ],
    [
      'over the wrap of the timestamps',
      [
        [2 ** 32 - 1_000, 500],
        [9_000, 510],
      ],
      0,
    ],
    [
      'packets out of order',
      [
        [20_000, 500],
        [0, 480],
      ],
      0,
    ],
  ])('%s', (_, packets, jitterMs) => {
    expect(jitterOf(packets)).toBe(jitterMs);
  });

  test('approaches the mean variation', () => {
    const packets = Array.from({ length: 200 }, (_, index): [number, number] => [
      index * 20_000,
      index * 20 + (index % 2) * 6,
    ]);
    expect(jitterOf(packets)).toBeCloseTo(6, 3);
  });
});

describe('lost packets', () => {
  const max = 0x7fffffff;

  test.each<[string, Buffer[], number]>([
    ['one', [nak(7)], 1],
    ['a range counts all its numbers', [nak([10, 19])], 10],
    ['a list of both', [nak(3, [10, 19], 40)], 12],
    ['the same report again counts once', [nak(3, [10, 19]), nak(3, [10, 19])], 11],
    ['a report of old and new ones counts the new ones', [nak([10, 19]), nak(12, [15, 24])], 15],
    ['a range over the wrap of the numbers', [nak([max - 1, 2])], 5],
    ['after the wrap', [nak(max), nak(max, 0, 1)], 3],
    ['a range whose end is cut off', [nak(3, [10, 19]).subarray(0, 24)], 1],
    ['a range that ends before it begins', [nak([19, 10])], 0],
    ['a range that no flow window holds', [nak([0, 70_000])], 0],
    ['an empty report', [nak()], 0],
  ])('%s', (_, reports, lost) => {
    const link = new SrtLink();
    for (const report of reports) link.noteFromReceiver(report, 0);
    expect(link.readSample().lostPackets).toBe(lost);
  });

  test('are a share of all sent packets', () => {
    const link = new SrtLink();
    for (let count = 0; count < 98; count++) link.noteFromSender(data, 0);
    link.noteFromReceiver(nak(5, 9), 0);
    expect(link.readSample().lossPercent).toBe(2);
  });

  test('are not read from the sender', () => {
    const link = new SrtLink();
    link.noteFromSender(nak([0, 1_000]), 0);
    expect(link.readSample().lostPackets).toBe(0);
  });
});
