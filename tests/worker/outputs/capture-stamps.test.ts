import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { InStep } from '@/server/worker/outputs/srt/in-step';
import { encode, liveH264, testFrames, testTone } from '../../support/camera/encode';
import { readStamps } from '../../support/camera/read-stamps';

const run = promisify(execFile);
const packetBytes = 188;
const messageBytes = 7 * packetBytes;
const frames = 50;
/** 2026-11-30, 12:00:00.020 UTC: frames are captured in the middle of 25 a second. */
const startMs = Date.UTC(2026, 10, 30, 12, 0, 0, 20);

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-stamps-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** A stream as players get it that are kept in step. */
function keepInStep(stream: Buffer): Buffer {
  const times: number[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ pid, pts }) => {
      if (pid === 0x100) times.push(pts);
    },
  });
  demuxer.addBytes(stream);
  demuxer.flush();
  const pieces: Buffer[] = [];
  const inStep = new InStep(
    {
      setTables: () => undefined,
      message: (bytes) => pieces.push(bytes),
      interrupt: () => undefined,
    },
    () => 0,
  );
  inStep.follow({ pts: Math.min(...times), capturedMs: startMs, holdMs: 0 });
  inStep.setTables(demuxer.tables);
  for (let offset = 0; offset < stream.length; offset += messageBytes) {
    inStep.message(stream.subarray(offset, offset + messageBytes), null);
  }
  inStep.release();
  // Each is one SRT packet.
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(messageBytes);
  return Buffer.concat(pieces);
}

const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:repeat-headers=1:keyint=25'];
const reordered = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-bf', '2'];
const constantRate = [...liveH264, '-b:v', '600k', '-muxrate', '1500k'];

test.each([
  ['H.264', liveH264],
  ['H.264 with frames in another order', reordered],
  ['H.264 at a constant rate', constantRate],
  ['H.265', hevc],
])('%s has a time in each frame, and decodes without a complaint', { timeout: 60_000 }, async (name, codec) => {
  const inputs = [...testFrames('320x180', 25), ...testTone()];
  const stream = await encode([
    ...inputs,
    ...codec,
    '-frames:v',
    String(frames),
    '-c:a',
    'aac',
    '-t',
    '2',
    '-muxdelay',
    '0',
  ]);
  const stamped = keepInStep(stream);
  // The last stamp's null packet is beyond the end.
  if (codec === constantRate) expect(stamped.length - stream.length).toBeLessThanOrEqual(packetBytes);
  const { stamps, hasGaps } = readStamps(stamped);
  expect(hasGaps).toBe(false);
  expect(stamps).toHaveLength(frames);
  const stampedMs = stamps.map(({ ms }) => ms ?? Number.NaN).toSorted((one, other) => one - other);
  for (const [frame, ms] of stampedMs.entries()) expect(ms).toBeCloseTo(startMs + frame * 40, 1);
  const file = path.join(directory, `${name}.ts`);
  await writeFile(file, stamped);
  const { stderr } = await run('ffmpeg', ['-v', 'warning', '-xerror', '-i', file, '-f', 'null', '-']);
  expect(stderr).toBe('');
  const entries = ['-show_entries', 'frame_side_data=side_data_type,value:frame_tags', '-show_frames', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', ...entries, file]);
  const read = (JSON.parse(stdout) as { frames: object[] }).frames.map((frame) => JSON.stringify(frame));
  expect(read).toHaveLength(frames);
  expect(read.every((frame) => frame.includes('User Data Unregistered SEI'))).toBe(true);
  if (codec === hevc) expect(read.at(-1)).toContain('12:00:01:24');
});
