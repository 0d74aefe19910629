import { describe, expect, test } from 'vitest';
import { RtpHeader, RtpPacket } from 'werift';
import { RtpStream } from './rtp-stream';

interface Sent {
  payload: Buffer;
  header: RtpHeader;
}

function open(clockRateHz = 90_000, extensions: { id: number; payload: Buffer }[] = [], captureTimeId?: number) {
  const sent: Sent[] = [];
  const stream = new RtpStream(
    {
      async sendRtp(payload, header) {
        sent.push({ payload, header });
        return payload.length;
      },
    },
    { ssrc: 0xfedcba98, payloadType: 96, clockRateHz, extensions, captureTimeId },
  );
  return { stream, sent };
}

const ntpUnixOffsetSeconds = 2_208_988_800n;
const payload = Buffer.from('payload');

describe('RtpStream', () => {
  test('numbers its packets without a gap, through the wrap, and marks the last of each access unit', () => {
    const { stream, sent } = open();
    expect(stream.hasSent).toBe(false);
    for (let index = 0; index < 22_000; index++) stream.send([payload, payload, payload], index * 3000, null);
    expect(stream.hasSent).toBe(true);
    const numbers = sent.map(({ header }) => header.sequenceNumber);
    expect(numbers).toEqual(numbers.map((_, index) => ((numbers[0] ?? 0) + index) % 2 ** 16));
    expect(sent.map(({ header }) => header.marker)).toEqual(sent.map((_, index) => index % 3 === 2));
  });

  test.each([
    [90_000, 1],
    [48_000, 48 / 90],
  ])('stamps with a clock of %d Hz, through the wrap and before its beginning', (clockRateHz, unitsPerTick) => {
    const { stream, sent } = open(clockRateHz);
    const times = [0, -90_000, 1800, 3600, 2 ** 32, 2 ** 33 + 1800, 2 ** 40];
    for (const ticks of times) stream.send([payload], ticks, null);
    const first = BigInt(sent[0]?.header.timestamp ?? 0);
    for (const [index, ticks] of times.entries()) {
      const timestamp = sent[index]?.header.timestamp ?? -1;
      const expected = BigInt.asUintN(32, first + BigInt(Math.round(ticks * unitsPerTick)));
      expect(BigInt(timestamp)).toBe(expected);
    }
  });

  test('every packet can be read back with its extensions', () => {
    const extensions = [
      { id: 2, payload: Buffer.from('0') },
      { id: 3, payload: Buffer.from('q') },
    ];
    for (const wanted of [extensions, []]) {
      const { stream, sent } = open(90_000, wanted);
      stream.send([payload], -1, null);
      const packet = RtpPacket.deSerialize(new RtpPacket(sent[0]?.header ?? new RtpHeader(), payload).serialize());
      expect(packet.payload).toEqual(payload);
      expect(packet.header).toMatchObject({ ssrc: 0xfedcba98, payloadType: 96, marker: true, extensions: wanted });
    }
  });

  test('resends exactly the packets that it still keeps', () => {
    const { stream, sent } = open();
    for (let index = 0; index < 1000; index++) stream.send([Buffer.from(String(index))], index, null);
    const numbers = sent.map(({ header }) => header.sequenceNumber);
    const [oldest = 0, latest = 0] = [numbers[0], numbers.at(-1)];
    const before = sent.length;
    stream.retransmit([oldest, (latest + 1) % 2 ** 16, latest, numbers[990] ?? 0]);
    expect(sent.slice(before)).toEqual([sent[999], sent[990]]);
  });

  test('keeps the last 512 packets, even when their numbers wrap', () => {
    const { stream, sent } = open();
    for (let index = 0; index < 70_000; index++) stream.send([payload], index, null);
    const recent = sent.slice(-512);
    stream.retransmit(sent.slice(-600, -512).map(({ header }) => header.sequenceNumber));
    expect(sent).toHaveLength(70_000);
    stream.retransmit(recent.map(({ header }) => header.sequenceNumber));
    expect(sent.slice(70_000)).toEqual(recent);
  });

  test('sends a frame’s capture time with its first packet, twice a second', () => {
    const { stream, sent } = open(90_000, [{ id: 2, payload: Buffer.from('0') }], 5);
    const capturedMs = 1_795_000_000_250.5;
    for (let index = 0; index < 30; index++) stream.send([payload, payload], index * 3000, capturedMs + index);
    const told = sent.flatMap(({ header }, index) => (header.extensions.some(({ id }) => id === 5) ? [index] : []));
    expect(told).toEqual([0, 30]);
    const extension = sent[0]?.header.extensions.at(-1)?.payload ?? Buffer.alloc(8);
    expect(extension.readUInt32BE(0)).toBe(1_795_000_000 + Number(ntpUnixOffsetSeconds));
    expect(extension.readUInt32BE(4) / 2 ** 32).toBeCloseTo(0.2505, 4);
    stream.send([payload], 300_000, null);
    expect(sent.at(-1)?.header.extensions).toHaveLength(1);
  });

  test('reports its time of sending, and how much it has sent', () => {
    const { stream, sent } = open();
    stream.send([payload, payload], 90_000, null);
    stream.send([payload], 93_000, null);
    stream.retransmit([sent[0]?.header.sequenceNumber ?? 0]);
    const wallMs = 1_795_000_000_250.5;
    const report = stream.senderReport(wallMs, 93_000);
    expect(report.ssrc).toBe(0xfedcba98);
    const { ntpTimestamp, rtpTimestamp, packetCount, octetCount } = report.senderInfo;
    expect(rtpTimestamp).toBe(sent[2]?.header.timestamp);
    expect({ packetCount, octetCount }).toEqual({ packetCount: 3, octetCount: 3 * payload.length });
    expect(ntpTimestamp >> 32n).toBe(1_795_000_000n + ntpUnixOffsetSeconds);
    expect(Number(ntpTimestamp & 0xffffffffn) / 2 ** 32).toBeCloseTo(0.2505, 4);
    expect(() => report.serialize()).not.toThrow();
  });
});
