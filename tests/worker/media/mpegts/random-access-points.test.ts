import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { encode, testFrames, testTone } from '../../../support/camera/encode';
import { SeededRandom } from '../../../support/random';

const run = promisify(execFile);
const packetBytes = 188;
const messageBytes = 7 * packetBytes;

const codecs = [
  ['H.264', ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency']],
  ['HEVC', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']],
  ['MPEG-2', ['-c:v', 'mpeg2video']],
] as const;

const encodeWith = (options: readonly string[]) =>
  encode([...testFrames(), ...testTone(), ...options, '-g', '15', '-c:a', 'aac', '-t', '2']);

/** Where the keyframes begin, as Debian's ffprobe says. */
async function keyframePositions(stream: Buffer): Promise<number[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-entry-'));
  try {
    const file = path.join(directory, 'stream.ts');
    await writeFile(file, stream);
    const { stdout } = await run('ffprobe', [
      ...['-v', 'fatal', '-select_streams', 'v', '-show_entries', 'packet=pos,flags', '-of', 'csv=p=0', file],
    ]);
    const rows = stdout.trim().split('\n');
    return rows.filter((row) => row.includes('K')).map((row) => Number.parseInt(row, 10));
  } finally {
    await rm(directory, { recursive: true });
  }
}

const newDemuxer = () => new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: () => undefined });

function find(stream: Buffer, points = newDemuxer(), size = messageBytes): number[] {
  const found: number[] = [];
  for (let start = 0; start < stream.length; start += size) {
    const offset = points.addBytes(stream.subarray(start, start + size));
    if (offset !== null) found.push(start + offset);
  }
  return found;
}

/** As encoders send it that do not mark the places where a player can begin. */
function withoutMarks(stream: Buffer): Buffer {
  const copy = Buffer.from(stream);
  for (let offset = 0; offset < copy.length; offset += packetBytes) {
    const hasAdaptation = (copy.readUInt8(offset + 3) & 0x20) !== 0 && copy.readUInt8(offset + 4) > 0;
    if (hasAdaptation) copy.writeUInt8(copy.readUInt8(offset + 5) & ~0x40, offset + 5);
  }
  return copy;
}

test.each(codecs)('a player can begin at every keyframe of %s and nowhere else', async (_, options) => {
  const stream = await encodeWith(options);
  const keyframes = await keyframePositions(stream);
  expect(keyframes.length).toBeGreaterThanOrEqual(4);
  expect(find(stream)).toEqual(keyframes);
  expect(find(withoutMarks(stream)), 'also where they are not marked').toEqual(keyframes);
});

describe('a stream', () => {
  test('without an access unit can be entered at any audio, once its tables are known', async () => {
    const stream = await encode([...testTone(), '-c:a', 'aac', '-t', '1']);
    const points = newDemuxer();
    expect(points.tables).toHaveLength(0);
    expect(find(stream, points).length).toBeGreaterThan(3);
    expect(points.tables).toHaveLength(2 * packetBytes);
    const pids = [0, packetBytes].map((offset) => points.tables.readUInt16BE(offset + 1) & 0x1fff);
    expect(pids).toEqual([0, 0x1000]);
  });

  test('that does not keep packets whole can be entered anywhere', () => {
    expect(newDemuxer().addBytes(Buffer.alloc(1_000, 0x47))).toBe(0);
  });

  test('of damaged packets does no harm', async () => {
    const random = new SeededRandom(4);
    const stream = await encodeWith(codecs[0][1]);
    for (let count = 0; count < 20_000; count++) {
      stream.writeUInt8(random.integer(256), random.integer(stream.length));
    }
    for (let offset = 0; offset < stream.length; offset += packetBytes) stream.writeUInt8(0x47, offset);
    const points = newDemuxer();
    find(stream, points);
    expect(points.tables.length).toBeLessThanOrEqual(6 * packetBytes);
  });
});
