import { expect, test } from 'vitest';
import { addTicks, ticksBetween } from '@/lib/core/timestamp33';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { PacketJoiner } from './packet-joiner';

const frameTicks = 3_600;
const soundTicks = 1_920;
const videoPid = 0x100;
/** An IDR slice of H.264, and a frame of AAC, as far as a demultiplexer looks. */
const picture = (bytes: number) => Buffer.concat([Buffer.from([0, 0, 0, 1, 0x65]), Buffer.alloc(bytes, 0x55)]);
const sound = Buffer.concat([Buffer.from([0xff, 0xf1, 0x4c, 0x80, 0x0c, 0x9f, 0xfc]), Buffer.alloc(93, 0x33)]);

/** Packets of a stretch whose sound is sent so much before its picture. */
function stretch({ frames = 10, fromTicks = 1_000_000, leadTicks = 0, muxer = newMuxer() }): Buffer[] {
  const bytes: Buffer[] = [];
  let soundAt = fromTicks;
  for (let frame = 0; frame < frames; frame++) {
    const dts = addTicks(fromTicks, frame * frameTicks);
    bytes.push(muxer.accessUnit('video', picture(2_000), dts, frame === 0));
    for (; soundAt < fromTicks + (frame + 1) * frameTicks; soundAt += soundTicks) {
      bytes.push(muxer.accessUnit('audio', sound, addTicks(soundAt, leadTicks), true));
    }
  }
  const all = Buffer.concat(bytes);
  return Array.from({ length: all.length / packetBytes }, (_, index) =>
    Buffer.from(all.subarray(index * packetBytes, (index + 1) * packetBytes)),
  );
}

function newMuxer(): MpegTsMuxer {
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: 'aac' });
  return muxer;
}

/** Joins stretches. @returns the PES packets, and when each packet is due */
function join(stretches: Buffer[][], isWhole = true) {
  const units: PesPacket[] = [];
  const due: number[] = [];
  const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (unit) => units.push(unit) });
  const joiner = new PacketJoiner((packet, elapsedTicks) => {
    due.push(elapsedTicks);
    demuxer.addBytes(packet);
  });
  for (const packets of stretches) {
    for (const packet of packets) joiner.addPacket(packet);
    joiner.break(isWhole);
  }
  const video = units.filter(({ pid }) => pid === videoPid);
  return { units, due, video, audio: units.filter(({ pid }) => pid !== videoPid) };
}

const stepsOf = (units: PesPacket[]): number[] =>
  units.slice(1).map(({ dts }, index) => ticksBetween(units[index]?.dts ?? dts, dts));

test.each([
  ['the same one again', [{}, {}, {}]],
  ['another clock, earlier', [{}, { fromTicks: 500 }]],
  ['another clock, half a day later', [{}, { fromTicks: 90_000 * 43_000 }]],
  ['timestamps that begin anew within one', [{ fromTicks: 2 ** 33 - 5 * frameTicks }, { fromTicks: 2 ** 33 - 9_000 }]],
  ['sound before its picture', [{ leadTicks: 20_000 }, { leadTicks: 20_000 }]],
  ['sound behind its picture', [{ leadTicks: -20_000 }, { leadTicks: -20_000 }]],
])('%s: times and counters go on', (_, stretches) => {
  const { video, audio, units, due } = join(stretches.map(stretch));
  expect(video).toHaveLength(10 * stretches.length);
  expect(new Set(stepsOf(video))).toEqual(new Set([frameTicks]));
  for (const step of stepsOf(audio)) {
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThanOrEqual(2 * soundTicks);
  }
  expect(units.filter(({ isCorrupt, followsGap }) => isCorrupt || followsGap)).toEqual([]);
  expect(due).toEqual(due.toSorted((one, other) => one - other));
  expect(due.at(-1)).toBe((10 * stretches.length - 1) * frameTicks);
});

test('a clock that jumps within a stretch goes on by one frame', () => {
  const muxer = newMuxer();
  const packets = [{}, { fromTicks: 90_000_000 }].flatMap((part) => stretch({ ...part, muxer }));
  const { video } = join([packets]);
  expect(video).toHaveLength(20);
  expect(new Set(stepsOf(video))).toEqual(new Set([frameTicks]));
});

test('what a stretch cuts off is left out', () => {
  const cut = stretch({});
  const lastPicture = cut.findLastIndex((packet) => (packet.readUInt16BE(1) & 0x1fff) === videoPid);
  const { video, units } = join([cut.slice(0, lastPicture), stretch({})], false);
  expect(video).toHaveLength(19);
  expect(new Set(stepsOf(video))).toEqual(new Set([frameTicks]));
  expect(units.filter(({ isCorrupt }) => isCorrupt)).toEqual([]);
});
