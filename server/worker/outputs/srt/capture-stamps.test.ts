import { expect, test } from 'vitest';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { HevcTime } from '@/lib/media/codecs/hevc';
import { precisionTimeStampNal, readEncoderTime, readSeiMessages } from '@/lib/media/codecs/sei';
import { payloadStart } from '@/lib/media/mpegts/ts-packet';
import { patTable, pmtTable, TransportStream } from '@/tests/support/camera/transport-stream';
import { h264, pmtPid, videoPid, watch } from '@/tests/support/camera/watched-demuxer';
import { CaptureStamps } from './capture-stamps';

const long = [0, 0, 0, 1];
const short = [0, 0, 1];
const delimiter = [9, 0xf0];
const sps = [0x67, 66, 0, 30];
const pps = [0x68, 0xce];
const pictureStructure = [6, 1, 1, 0x40, 0x80];
/** A slice with the bytes of a start code's begin at its end. */
const slice = (bytes: number): number[] => [
  0x65,
  0x88,
  ...Array.from({ length: bytes }, (_, at) => ((at * 7) % 251) | 1),
];
const capturedMs = 1_796_000_000_123.456;
const packetBytes = 188;

function camera(type = h264.type) {
  const stream = new TransportStream();
  const tables = Buffer.concat([
    ...stream.section(0, patTable([{ number: 1, pmtPid }])),
    ...stream.section(pmtPid, pmtTable([{ pid: videoPid, type }])),
  ]);
  const stamps = new CaptureStamps();
  stamps.setTables(tables);
  const watched = watch();
  watched.push(tables);
  return {
    stream,
    watched,
    stamp: (packets: Buffer[], entry: number | null = null) => {
      const stamped = stamps.stamp(Buffer.concat(packets), entry, (pts) => capturedMs + pts / 90);
      watched.push(stamped.packets);
      return stamped;
    },
    /** The NAL units of each access unit that was read back. */
    read: () => {
      watched.demuxer.flush();
      return watched.units.map(({ data }) => splitAnnexB(data).map((nal) => [...nal]));
    },
  };
}

const nullPacket = Buffer.alloc(packetBytes, 0xff);
nullPacket.set([0x47, 0x1f, 0xff, 0x10]);

const unit = (sliceBytes: number, first: number[] = long): Buffer =>
  Buffer.from([...[first, delimiter, long, sps, long, pps, short, pictureStructure, short, slice(sliceBytes)].flat()]);
const stampAt = (pts: number): number[] => [...precisionTimeStampNal(capturedMs + pts / 90)];

test('the time of capture comes before the first slice, and all else stays', () => {
  const { stream, stamp, read, watched } = camera();
  for (let frame = 0; frame < 40; frame++) stamp(stream.pes(videoPid, unit(300 * frame), { pts: frame * 3_600 }));
  expect(read()).toEqual(
    Array.from({ length: 40 }, (_, frame) => [
      delimiter,
      sps,
      pps,
      pictureStructure,
      stampAt(frame * 3_600),
      slice(300 * frame),
    ]),
  );
  expect(watched.demuxer.hasGaps).toBe(false);
});

test('a slice that begins anywhere in a packet, or between two, gets its stamp once', () => {
  const { stream, stamp, read, watched } = camera();
  const filler = (bytes: number): number[] => [...short, 12, ...Array.from({ length: bytes }, () => 0xff), 0x80];
  const lengths = Array.from({ length: 200 }, (_, index) => index);
  for (const length of lengths) {
    const data = Buffer.from([...long, ...delimiter, ...filler(length), ...short, ...slice(5)]);
    // Its PES length is said, as that of short frames often is.
    stamp(stream.pes(videoPid, data, { pts: length * 90, isBounded: length % 2 === 0 }));
  }
  const units = read();
  expect(units).toHaveLength(lengths.length);
  for (const [length, nals] of units.entries()) {
    expect(
      nals.map(([first]) => first),
      `with ${length} bytes before`,
    ).toEqual([9, 12, 6, 0x65]);
    expect(nals[2]).toEqual(stampAt(length * 90));
    expect(nals[3]).toEqual(slice(5));
  }
  expect(watched.units.every(({ isCorrupt }) => !isCorrupt)).toBe(true);
  expect(watched.demuxer.hasGaps).toBe(false);
});

test('players begin at the same keyframe, and clock references stay', () => {
  const { stream, stamp } = camera();
  const pcr = Buffer.from([0x50, 1, 2, 3, 4, 0x7e, 5]);
  const [first = Buffer.alloc(0), ...rest] = stream.pes(videoPid, unit(600), { pts: 0 });
  const clocked = stream.packet(videoPid, first.subarray(4, 4 + 176), { startsUnit: true, adaptation: pcr });
  const before = stream.packet(videoPid, Buffer.alloc(184, 1));
  const { packets, entry } = stamp([before, clocked, ...rest], packetBytes);
  expect(entry).toBe(packetBytes);
  expect(packets.subarray(packetBytes + 5, packetBytes + 12)).toEqual(pcr);
  expect(packets.length).toBe((3 + rest.length) * packetBytes);
});

test('a null packet makes place for each stamp, so that the rate stays', () => {
  const { stream, stamp } = camera();
  const sent = Array.from({ length: 10 }, (_, frame) => [
    ...stream.pes(videoPid, unit(900), { pts: frame * 3_600 }),
    nullPacket,
    nullPacket,
  ]);
  const bytes = sent.map((packets) => stamp(packets.map((packet) => Buffer.from(packet))).packets.length);
  expect(bytes).toEqual(sent.map((packets) => packets.length * packetBytes));
});

test('what is sent twice, is lost or cannot be read costs no other access unit its stamp', () => {
  const { stream, stamp, read, watched } = camera();
  const twice = stream.pes(videoPid, unit(10), { pts: 0 });
  stamp([...twice, ...twice.slice(-1)].map((packet) => Buffer.from(packet)));
  stream.skip(videoPid, 1);
  stamp(stream.pes(videoPid, unit(10), { pts: 3_600 }));
  const scrambled = stream.pes(videoPid, unit(10), { pts: 7_200 });
  for (const packet of scrambled) packet[3] = (packet[3] ?? 0) | 0x80;
  const copy = Buffer.concat(scrambled);
  expect(stamp(scrambled).packets.subarray(4, packetBytes)).toEqual(copy.subarray(4, packetBytes));
  stamp(stream.pes(videoPid, unit(10), { pts: 10_800 }));
  const stamped = read().map((nals) => nals.filter(([first]) => first === 6));
  expect(stamped).toEqual([0, 3_600, 10_800].map((pts) => [pictureStructure, stampAt(pts)]));
  expect(watched.units.map(({ pts }) => pts)).toEqual([0, 3_600, 10_800]);
});

test('a camera’s own time stays alone, and what has no timestamps gets none', () => {
  const { stream, stamp, read } = camera();
  const own = precisionTimeStampNal(1_700_000_000_000);
  stamp(stream.pes(videoPid, Buffer.concat([Buffer.from(long), own, unit(10)]), { pts: 0 }));
  expect(read()[0]?.filter(([first]) => first === 6)).toEqual([[...own], pictureStructure]);
  const untimed = Buffer.concat([Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0, 0]), unit(10)]);
  const packets = stream.packets(videoPid, untimed);
  const payloadOf = (packet: Buffer) => packet.subarray(payloadStart(packet));
  const sent = Buffer.concat(packets.map((packet) => Buffer.from(payloadOf(packet))));
  const { packets: out } = stamp(packets);
  expect(payloadOf(out)).toEqual(sent);
});

test('H.265 has it after its parameter sets, with a time code once the rate is known', () => {
  const { stream, stamp, read } = camera(0x24);
  const [accessUnitDelimiter, vps, idr] = [
    [0x46, 1, 0x50],
    [0x40, 1, 12],
    [0x26, 1, 0xaf, 0x11, 0x13],
  ] as const;
  const data = Buffer.from([long, accessUnitDelimiter, long, vps, short, idr].flat());
  // Midnight, where a time code is full of zeros.
  const frames = 60;
  const midnightMs = Math.ceil(capturedMs / 86_400_000) * 86_400_000;
  const firstPts = Math.round((midnightMs - capturedMs) * 90) - 30 * 3_600;
  for (let frame = 0; frame < frames; frame++) stamp(stream.pes(videoPid, data, { pts: firstPts + frame * 3_600 }));
  const units = read();
  expect(units.map((nals) => nals.map(([first]) => first))).toEqual(
    Array.from({ length: frames }, () => [0x46, 0x40, 0x4e, 0x26]),
  );
  for (const [frame, nals] of units.entries()) {
    const stamped = new HevcTime().read(nals.map((nal) => Buffer.from(nal)));
    expect(stamped?.ms).toBeCloseTo(capturedMs + (firstPts + frame * 3_600) / 90, 2);
    const messages = readSeiMessages(Buffer.from(nals[2] ?? []).subarray(2));
    expect(messages.map(({ type }) => type)).toEqual(frame < 9 ? [5, 5] : [5, 5, 136]);
    for (const message of messages.slice(0, 2)) expect(readEncoderTime([message], null)).toEqual(stamped);
  }
});
