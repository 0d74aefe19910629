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
  languages?: string[];
  soundFromSecond?: number;
}

/** Encodes what a camera sends, with a click at each second. */
async function sent(camera: Camera): Promise<Buffer> {
  const {
    fps = '25',
    size = '160x90',
    video = ['libx264'],
    sound = ['aac'],
    audioTracks = 1,
    languages = ['deu', 'eng'],
  } = camera;
  const clicks = `aevalsrc='if(lt(mod(t,1),0.005),sin(6283*t),0)|0':s=${rateHz}`;
  const tracks = Array.from({ length: audioTracks }, (_, index) => [
    ...['-map', '1:a', `-metadata:s:a:${index}`, `language=${languages[index]}`],
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

async function muxed(bytes: Buffer, name: string, format: string, change: object = {}) {
  const file = path.join(folder, `${name}.${format}`.replaceAll(' ', '-'));
  const durationUs = lengthSeconds * 1e6;
  const task = { kind: 'copy', file, format, startUs: 0, localStartUs: 0, durationUs, leadBytes: 0, ...change };
  const muxing = run(process.execPath, ['dist/export-muxer.mjs', JSON.stringify(task)]);
  muxing.child.stdin?.on('error', () => undefined).end(bytes);
  return { file, answer: JSON.parse((await muxing).stdout) };
}

interface Probed {
  streams: {
    index: number;
    codec_type: string;
    codec_name?: string;
    has_b_frames?: number;
    tags?: { language?: string };
  }[];
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
  // With B-frames, one that others need may be shown a few frames behind the end.
  const expected = Math.ceil((lengthSeconds * num) / den);
  expect(times.length).toBeGreaterThanOrEqual(expected);
  expect(times.length).toBeLessThanOrEqual(expected + (video?.has_b_frames ? 4 : 0));
  const errors = times.map((time, index) => Math.abs(time - begin - (index * den) / num));
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

test('QuickTime knows the languages of sound by either of their codes', async () => {
  const languages = ['fra', 'fre', 'ces', 'swe', 'nob'];
  const bytes = await sent({ sound: ['mp2'], audioTracks: languages.length, languages });
  const { file } = await muxed(bytes, 'languages', 'mov');
  const written = (await probe(file)).streams.flatMap((one) => (one.codec_type === 'audio' ? one.tags?.language : []));
  // FFmpeg has a name of its own for Swedish.
  expect(written).toEqual(['fra', 'fra', 'ces', 'sve', 'nor']);
});

test('a track that has nothing in the range is told, and left out', async () => {
  const bytes = await sent({ soundFromSecond: 3.6 });
  for (const format of ['mov', 'mp4', 'mkv']) {
    const { answer } = await muxed(bytes, 'empty', format);
    expect(answer).toMatchObject({ fault: 'empty_tracks', tracks: [1] });
    const { file, answer: left } = await muxed(bytes, 'left out', format, { leftOut: [1] });
    expect(left).toMatchObject({ muxed: { audioChannels: [], audioRates: [], lostFrames: 0 } });
    await expectInSync(file, { audioTracks: 0 });
  }
});

test('LATM, which no editor reads in MP4, is AAC there, and PCM in MKV', async () => {
  const sound = ['aac', '-mpegts_flags', '+latm'];
  const bytes = await sent({ sound });
  for (const [format, made, codec_name] of [
    ['mp4', 'aac', 'aac'],
    ['mkv', 'pcm', 'pcm_s16le'],
  ] as const) {
    const { file, answer } = await muxed(bytes, 'latm', format);
    expect(answer).toMatchObject({ muxed: { audioMade: made, lostFrames: 0, lostSound: 0 } });
    const { streams } = await expectInSync(file, { sound });
    expect(streams.find(({ codec_type }) => codec_type === 'audio')).toMatchObject({ codec_name });
  }
});

/** Two seconds of each of two sounds, one after the other, as an encoder sends them whose operator changes it. */
async function changing(first: string[], second: string[]): Promise<Buffer> {
  const encode = (sound: string[], atSeconds: number) =>
    run(
      'ffmpeg',
      [
        ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-f', 'lavfi'],
        ...['-i', `aevalsrc='sin(2*PI*1000*t)':s=48000`, '-t', '2', '-c:v', 'libx264', '-preset', 'ultrafast'],
        ...['-c:a', 'aac', ...sound, '-output_ts_offset', String(atSeconds), '-muxdelay', '0', '-f', 'mpegts', '-'],
      ],
      raw,
    );
  return Buffer.concat([await encode(first, 0), await encode(second, 2)].map(({ stdout }) => stdout));
}

/** How often a file's sound goes up through zero in a second. */
async function pitchHz(file: string, atSecond: number): Promise<number> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', file, '-map', '0:a', '-af', 'pan=mono|c0=c0', '-ar', String(rateHz), '-f', 's16le', 'pipe:1'],
    raw,
  );
  const sampleAt = (index: number) => stdout.readInt16LE(index * 2);
  const from = Math.round(atSecond * rateHz);
  const rises = Array.from({ length: rateHz / 2 }, (_, index) => from + index).filter(
    (index) => sampleAt(index - 1) < 0 && sampleAt(index) >= 0,
  );
  return rises.length * 2;
}

test.each([
  ['its rate', ['-ar', '44100'], ['-ar', '48000']],
  ['its channels', ['-ac', '1'], ['-ac', '2']],
])('sound that changes %s keeps its pitch, and no file plays it slow and flat', async (name, first, second) => {
  const bytes = await changing(first, second);
  for (const format of ['mov', 'mp4', 'mkv']) {
    expect((await muxed(bytes, `refused ${name}`, format)).answer).toMatchObject({ fault: 'sound_changes' });
    const { file, answer } = await muxed(bytes, `decoded ${name}`, format, { decodesAudio: true });
    expect(answer).toMatchObject({ muxed: { audioMade: format === 'mp4' ? 'aac' : 'pcm' } });
    for (const second of [0.5, 2.5]) {
      expect(Math.abs((await pitchHz(file, second)) - 1_000), `${format} at ${second}`).toBeLessThan(5);
    }
  }
});

test('frames that a container refuses are counted', async () => {
  const bytes = await sent({ audioTracks: 0 });
  // Frame 60 says the time of the one before it.
  const starts = [...bytes.keys()].filter((at) => at % 188 === 0 && pesOf(bytes, at) !== null);
  const [before, repeated] = [pesOf(bytes, starts[59] ?? 0) ?? 0, pesOf(bytes, starts[60] ?? 0) ?? 0];
  bytes.copy(bytes, repeated + 9, before + 9, before + 14);
  // Matroska takes two frames of one time.
  for (const format of ['mov', 'mp4']) {
    const { file, answer } = await muxed(bytes, 'repeated', format);
    const { packets } = await probe(file);
    const { videoFrames, lostFrames } = answer.muxed;
    expect([format, videoFrames, lostFrames]).toEqual([format, 87, 1]);
    expect(packets.filter(({ stream_index }) => stream_index === 0)).toHaveLength(videoFrames);
  }
});

/** Where a packet's PES packet of video begins; null where none does. */
function pesOf(bytes: Buffer, at: number): number | null {
  const payload = at + 4 + (bytes.readUInt8(at + 3) & 0x20 ? 1 + bytes.readUInt8(at + 4) : 0);
  const begins = (bytes.readUInt8(at + 1) & 0x40) !== 0 && payload + 4 <= bytes.length;
  return begins && bytes.readUInt32BE(payload) === 0x1e0 ? payload : null;
}
