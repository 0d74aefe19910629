import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxOf } from '@/lib/core/extremes';
import { bundlePrograms } from '@/scripts/steps/build.mjs';

const run = promisify(execFile);
const raw = { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024 } as const;
const rateHz = 48_000;
/** Begin, middle and end of what is made here, in seconds. */
const clickSeconds = [1, 2, 3];
const lengthSeconds = 3.5;
/** How far sound and picture may lie apart. */
const maxApartSeconds = 0.005;

let folder: string;
beforeAll(async () => {
  await bundlePrograms();
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-muxer-'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

interface Camera {
  fps?: string;
  size?: string;
  video?: string[];
  sound?: string[];
  audioTracks?: number;
  soundFromSecond?: number;
}

/** Encodes what a camera sends, with a click at each second. */
async function sent(camera: Camera): Promise<Buffer> {
  const { fps = '25', size = '160x90', video = ['libx264'], sound = ['aac'], audioTracks = 1 } = camera;
  const clicks = `aevalsrc='if(lt(mod(t,1),0.005),sin(6283*t),0)|0':s=${rateHz}`;
  const tracks = Array.from({ length: audioTracks }, (_, index) => [
    ...['-map', '1:a', `-metadata:s:a:${index}`, `language=${index === 0 ? 'deu' : 'eng'}`],
  ]).flat();
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${fps}`],
      ...['-itsoffset', String(camera.soundFromSecond ?? 0), '-f', 'lavfi', '-i', clicks, '-t', '4'],
      ...['-map', '0:v', ...tracks, '-pix_fmt', 'yuv420p', '-c:v', ...video, '-preset', 'ultrafast', '-g', '50'],
      ...['-c:a', ...sound, '-f', 'mpegts', '-'],
    ],
    raw,
  );
  return stdout;
}

async function muxed(bytes: Buffer, name: string, format: string) {
  const file = path.join(folder, `${name}.${format}`.replaceAll(' ', '-'));
  const durationUs = lengthSeconds * 1e6;
  const task = { kind: 'copy', file, format, startUs: 0, localStartUs: 0, durationUs, leadBytes: 0 };
  const muxing = run(process.execPath, ['dist/export-muxer.mjs', JSON.stringify(task)]);
  muxing.child.stdin?.on('error', () => undefined).end(bytes);
  return { file, answer: JSON.parse((await muxing).stdout) };
}

interface Probed {
  streams: { index: number; codec_type: string; codec_name?: string; tags?: { language?: string } }[];
  packets: { stream_index: number; pts_time: string }[];
}

async function probe(file: string): Promise<Probed> {
  const show = ['-show_streams', '-show_entries', 'packet=stream_index,pts_time', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, file], { maxBuffer: raw.maxBuffer });
  return JSON.parse(stdout);
}

/** Decodes a file's picture and one track of its sound. @returns when clicks begin, in seconds of the file */
async function clicksOf(file: string, track: number): Promise<number[]> {
  const { stdout, stderr } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-copyts', '-i', file, '-map', '0:v', '-f', 'null', '-', '-map', `0:a:${track}`],
      ...['-af', `pan=mono|c0=c0,aresample=${rateHz}:async=1:first_pts=0`, '-f', 's16le', 'pipe:1'],
    ],
    raw,
  );
  expect(stderr.toString(), file).toBe('');
  const clicks: number[] = [];
  for (let sample = 0; sample * 2 < stdout.length; sample++) {
    if (Math.abs(stdout.readInt16LE(sample * 2)) < 3_000) continue;
    clicks.push(sample / rateHz);
    sample += rateHz / 2;
  }
  return clicks;
}

/** Checks each frame's time, and that clicks lie where they were sent. */
async function expectInSync(file: string, { fps = '25', audioTracks = 1, soundFromSecond = 0 }: Camera) {
  const { streams, packets } = await probe(file);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const times = packets
    .filter(({ stream_index }) => stream_index === video?.index)
    .map(({ pts_time }) => Number(pts_time))
    .sort((one, other) => one - other);
  const [num = 25, den = 1] = fps.split('/').map(Number);
  const [begin = 0] = times;
  expect(times.length / (num / den)).toBeCloseTo(lengthSeconds, 0);
  // With B-frames, the last ones are shown after frames that lie behind the end.
  const errors = times.slice(0, -6).map((time, index) => Math.abs(time - begin - (index * den) / num));
  expect(maxOf(errors)).toBeLessThan(0.002);
  const audio = streams.filter(({ codec_type }) => codec_type === 'audio');
  expect(audio).toHaveLength(audioTracks);
  for (const [track] of audio.entries()) {
    const clicks = await clicksOf(file, track);
    for (const second of clickSeconds.filter((one) => one > soundFromSecond)) {
      const nearest = Math.min(...clicks.map((click) => Math.abs(click - begin - second)));
      expect(nearest, `${file}, track ${track}, second ${second}`).toBeLessThan(maxApartSeconds);
    }
  }
  return { streams, frames: times.length };
}

test.each<[name: string, camera: Camera]>([
  ['24 with two tracks', { fps: '24', audioTracks: 2 }],
  ['25 with B-frames', { video: ['libx264', '-bf', '3'] }],
  ['29.97', { fps: '30000/1001' }],
  ['50', { fps: '50' }],
  ['HEVC', { video: ['libx265', '-x265-params', 'log-level=error'] }],
  ['vertical', { size: '90x160' }],
  ['no sound', { audioTracks: 0 }],
  ['late sound', { soundFromSecond: 1 }],
])('a camera of %s decodes without an error in every format, in sync to 5 ms', async (name, camera) => {
  const bytes = await sent(camera);
  const made = await Promise.all(['mov', 'mp4', 'mkv'].map((format) => muxed(bytes, name, format)));
  for (const { file, answer } of made) {
    const { frames } = await expectInSync(file, camera);
    expect(answer.muxed.videoFrames, file).toBe(frames);
  }
});

test.each([
  ['Opus', ['libopus']],
  ['AAC in LATM', ['aac', '-mpegts_flags', '+latm']],
  ['SMPTE 302M', ['s302m', '-strict', '-2']],
])('sound that no editor reads in MOV, %s, is PCM there, in sync and with its language', async (name, sound) => {
  const { file, answer } = await muxed(await sent({ sound }), name, 'mov');
  expect(answer).toMatchObject({ muxed: { audioChannels: [2], audioRates: [rateHz] } });
  const { streams } = await expectInSync(file, { sound });
  expect(streams.find(({ codec_type }) => codec_type === 'audio')).toMatchObject({
    codec_name: 'pcm_s16le',
    // As QuickTime writes German.
    tags: { language: 'ger' },
  });
});

test('sound whose sampling rate changes makes no file that would play it slow and flat', async () => {
  const encode = (hz: number, atSeconds: number) =>
    run(
      'ffmpeg',
      [
        ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-f', 'lavfi'],
        ...['-i', `sine=sample_rate=${hz}`, '-t', '2', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
        ...['-output_ts_offset', String(atSeconds), '-muxdelay', '0', '-f', 'mpegts', '-'],
      ],
      raw,
    );
  const media = [await encode(44_100, 0), await encode(48_000, 2)].map(({ stdout }) => stdout);
  expect((await muxed(Buffer.concat(media), 'rates', 'mov')).answer).toMatchObject({ fault: 'codec' });
});
