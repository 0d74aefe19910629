import { expect, test } from 'vitest';
import { TransportStream } from '@/tests/support/camera/transport-stream';
import { MpegTsMuxer } from './mpegts-muxer';
import { readTimestamp, shiftTimestamps } from './timestamps';
import { packetBytes } from './ts-packet';

const accessUnit = Buffer.from([0, 0, 0, 1, 9, 0xf0, 0, 0, 0, 1, 0x65, 1, 2, 3]);

/** The tables and the first packet of a keyframe, with PCR, PTS and DTS. */
function keyframe(pts: number, dts: number): Buffer {
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: null });
  return muxer.accessUnit('video', accessUnit, pts, true, dts);
}

function shifted(bytes: Buffer, ticks: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let offset = 0; offset < copy.length; offset += packetBytes) {
    shiftTimestamps(copy.subarray(offset, offset + packetBytes), ticks);
  }
  return copy;
}

test.each([
  ['forwards', 1_000_000, 900_000],
  ['over the wrap of 33 bits', 2 ** 33 - 100, 90_000],
  ['backwards', 10_000_000, -900_000],
  ['backwards over it', 50_000, -90_000],
])('moves PCR, PTS and DTS %s, and nothing else', (_, pts, ticks) => {
  const wrapped = (value: number) => (value + 2 ** 33) % 2 ** 33;
  const dts = wrapped(pts - 3_600);
  expect(shifted(keyframe(pts, dts), ticks)).toEqual(keyframe(wrapped(pts + ticks), wrapped(dts + ticks)));
});

test('leaves packets without clocks as they are', () => {
  const stream = new TransportStream();
  const packets = Buffer.concat([
    stream.packet(0x100, Buffer.alloc(184, 0xff)),
    // It begins a unit, and is no PES packet.
    stream.packet(0x101, Buffer.alloc(184, 0x22), { startsUnit: true }),
    // A PES packet of padding has no timestamps.
    stream.packet(0x102, Buffer.from([0, 0, 1, 0xbe, 0, 20, ...Array(20).fill(0xff)]), { startsUnit: true }),
  ]);
  expect(shifted(packets, 12_345)).toEqual(packets);
});

test('keeps the 27 MHz part of a PCR', () => {
  const pcr = Buffer.from([0x10, 0, 0, 0, 0, 0x7f, 0x2a]);
  const packet = new TransportStream().packet(0x100, Buffer.alloc(0), { adaptation: pcr });
  shiftTimestamps(packet, 90_001);
  expect(packet.subarray(5, 12)).toEqual(Buffer.from([0x10, 0, 0, 0xaf, 0xc8, 0xff, 0x2a]));
});

test('reads what it has written', () => {
  const bytes = keyframe(2 ** 33 - 1, 2 ** 33 - 3_601).subarray(2 * packetBytes);
  expect(readTimestamp(bytes, bytes.indexOf(Buffer.from([0, 0, 1, 0xe0])) + 9)).toBe(2 ** 33 - 1);
});
