import { beforeAll, expect, test } from 'vitest';
import type { ElementaryStream } from '@/lib/media/mpegts/elementary-stream';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { damage } from '../../../support/camera/damage';
import { encode, liveH264, testFrames, testTone } from '../../../support/camera/encode';
import { packetBytes } from '../../../support/camera/transport-stream';
import { SeededRandom } from '../../../support/random';

const caseCount = 10_000;
/** Pictures at the stream's clean end that must be right, out of reach of any damage. */
const rightPictures = 10;
const maxStamp = 2 ** 33 - 1;

let clean: Buffer;
let cleanStart: number;
let lastPictures: PesPacket[];

function demultiplex(pieces: Iterable<Buffer>) {
  let streams: ElementaryStream[] = [];
  const units: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: (found) => {
      streams = found;
    },
    onPesPacket: (unit) => units.push(unit),
  });
  for (const piece of pieces) demuxer.addBytes(piece);
  demuxer.flush();
  const video = streams.find(({ kind }) => kind === 'video');
  return { units, frames: units.filter(({ pid }) => pid === video?.pid) };
}

function* cutAnywhere(data: Buffer, random: SeededRandom): Generator<Buffer> {
  for (let offset = 0; offset < data.length; ) {
    const length = random.integer(4) === 0 ? 1 + random.integer(3000) : 7 * packetBytes;
    yield data.subarray(offset, offset + length);
    offset += length;
  }
}

beforeAll(async () => {
  const video = [...testFrames('64x48', 25), ...testTone(), ...liveH264, '-b:v', '40k'];
  clean = await encode([...video, '-c:a', 'aac', '-b:a', '32k', '-t', '1.6', '-pat_period', '0.1']);
  cleanStart = Math.floor((clean.length * 0.4) / packetBytes) * packetBytes;
  lastPictures = demultiplex([clean]).frames.slice(-rightPictures);
});

test(`${caseCount} damaged streams: nothing thrown, nothing odd handed out, and all is well again afterwards`, () => {
  for (let seed = 1; seed <= caseCount; seed++) {
    const random = new SeededRandom(seed);
    const damaged = damage(clean.subarray(0, cleanStart), random);
    const data = Buffer.concat([damaged, clean.subarray(cleanStart)]);
    const { units, frames } = demultiplex(cutAnywhere(data, random));
    const bytes = units.reduce((sum, unit) => sum + unit.data.length, 0);
    const isOdd = ({ pts, dts, data }: PesPacket) =>
      ![pts, dts].every((stamp) => Number.isInteger(stamp) && stamp >= 0 && stamp <= maxStamp) || data.length === 0;
    const last = frames.slice(-rightPictures);
    const isRight = last.every((unit, index) => {
      const expected = lastPictures[index];
      return expected && unit.pts === expected.pts && unit.data.equals(expected.data) && !unit.isCorrupt;
    });
    if (units.some(isOdd) || bytes > data.length || last.length < rightPictures || !isRight) {
      expect.fail(`seed ${seed}: ${JSON.stringify({ units: units.length, bytes, isRight, odd: units.find(isOdd) })}`);
    }
  }
});
