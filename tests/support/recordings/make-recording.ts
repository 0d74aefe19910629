import { execFile, spawn } from 'node:child_process';
import { mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';

const run = promisify(execFile);
const packetBytes = 188;
const maxBuffer = 512 * 1024 * 1024;

export interface RecordingOptions {
  recordingId: string;
  /** When the first frame was captured, in milliseconds since 1970. It is drawn into each frame as a barcode. */
  startMs: number;
  seconds: number;
  fps?: number;
  width?: number;
  height?: number;
  bitrateKbps?: number;
  gopSeconds?: number;
  codec?: 'libx264' | 'libx265';
  bFrames?: number;
  /** Keyframes but the first are no fresh start: frames that are shown before one need those of the group before. */
  isOpenGop?: boolean;
  audioTracks?: number;
  /** When the sound begins, after the picture. */
  audioDelaySeconds?: number;
  /** How far the sound lies before the picture of its time in the file, as encoders send it whose sound is ready first. */
  audioLeadSeconds?: number;
  /** A file of samples for the audio, in place of a tone: 48 kHz, mono, 32-bit floating point. */
  sound?: string;
  /** Frames that are dropped, by their number: an expression of ffmpeg's filter `select`. */
  drops?: string;
  /** Plays the video so many times more, without encoding it again. */
  repeats?: number;
}

/** Makes the files of a recording, faster than real time. */
export async function makeRecording(options: RecordingOptions): Promise<void> {
  const { recordingId, startMs, repeats = 0 } = options;
  const folder = path.join(recordingsFolder(), recordingId);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'made-000001.ts');
  const once = repeats > 0 ? path.join(folder, 'once.tmp') : file;
  await encode(options, once);
  if (options.audioLeadSeconds) await delayAudioPts(once, options.audioLeadSeconds);
  if (repeats > 0) {
    const copy = ['-v', 'error', '-stream_loop', String(repeats), '-i', once, '-map', '0', '-c', 'copy'];
    await run('ffmpeg', [...copy, '-f', 'mpegts', file]);
  }
  await writeFile(path.join(folder, 'made.jsonl'), (await indexOf(file, startMs, options)).join('\n'));
}

async function encode(
  {
    startMs,
    seconds,
    fps = 30,
    width = 320,
    height = 180,
    bitrateKbps = 400,
    gopSeconds = 1,
    codec = 'libx264',
    bFrames = 0,
    isOpenGop = false,
    audioTracks = 1,
    audioDelaySeconds = 0,
    audioLeadSeconds = 0,
    sound,
    drops = '0',
  }: RecordingOptions,
  file: string,
): Promise<void> {
  const source = spawn(
    process.execPath,
    [
      'tests/support/camera/barcode-source.mjs',
      String(width),
      String(height),
      String(fps),
      'textured',
      String(startMs),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const gop = String(Math.round(fps * gopSeconds));
  const encoder = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`],
      ...['-r', String(fps), '-i', 'pipe:0'],
      ...['-itsoffset', String(audioDelaySeconds - audioLeadSeconds)],
      ...(sound === undefined
        ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
        : ['-f', 'f32le', '-ar', '48000', '-ac', '1', '-i', sound]),
      ...['-vf', `select='not(${drops})'`, '-fps_mode', 'passthrough'],
      ...['-map', '0:v', ...Array.from({ length: audioTracks }, () => ['-map', '1:a']).flat()],
      ...['-c:v', codec, '-preset', 'ultrafast', '-g', gop, '-keyint_min', gop, '-bf', String(bFrames)],
      ...(codec === 'libx265'
        ? ['-x265-params', `log-level=error:open-gop=${Number(isOpenGop)}`]
        : ['-sc_threshold', '0', '-x264-params', `open-gop=${Number(isOpenGop)}`]),
      ...['-b:v', `${bitrateKbps}k`, '-c:a', 'aac', '-t', String(seconds), '-f', 'mpegts', file],
    ],
    { stdio: [source.stdout, 'ignore', 'pipe'] },
  );
  let log = '';
  encoder.stderr?.on('data', (chunk) => {
    log += String(chunk);
  });
  const code = await new Promise((resolve) => encoder.once('close', resolve));
  source.kill('SIGKILL');
  if (code !== 0) throw new Error(`The recording could not be made: ${log}`);
}

/** Moves the PTS of all audio in an MPEG-TS, and leaves its packets where they are. */
async function delayAudioPts(file: string, seconds: number): Promise<void> {
  const bytes = await readFile(file);
  for (let at = 0; at < bytes.length; at += packetBytes) {
    const isStart = (bytes[at + 1] ?? 0) & 0x40;
    const payload = at + 4 + ((bytes[at + 3] ?? 0) & 0x20 ? 1 + (bytes[at + 4] ?? 0) : 0);
    // ISO/IEC 13818-1, 2.4.3.6: audio has the stream ids from 0xC0 to 0xDF.
    if (!isStart || bytes.readUIntBE(payload, 3) !== 1 || (bytes.readUInt8(payload + 3) & 0xe0) !== 0xc0) continue;
    const [high, middle, low] = [
      bytes.readUInt8(payload + 9),
      bytes.readUInt16BE(payload + 10),
      bytes.readUInt16BE(payload + 12),
    ];
    const pts = ((high >> 1) & 7) * 2 ** 30 + (middle >> 1) * 2 ** 15 + (low >> 1) + Math.round(seconds * 90_000);
    bytes.writeUInt8((high & 0xf0) | (Math.floor(pts / 2 ** 30) << 1) | 1, payload + 9);
    bytes.writeUInt16BE((Math.floor(pts / 2 ** 15) % 2 ** 15) * 2 + 1, payload + 10);
    bytes.writeUInt16BE((pts % 2 ** 15) * 2 + 1, payload + 12);
  }
  await writeFile(file, bytes);
}

/** The index that the recorder would have written. */
async function indexOf(
  file: string,
  startMs: number,
  { width = 320, height = 180, codec = 'libx264', audioTracks = 1 }: RecordingOptions,
): Promise<string[]> {
  const entries = ['-show_entries', 'packet=pts,pos,flags', '-of', 'csv=p=0'];
  const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', ...entries, file], { maxBuffer });
  const frames = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [pts = '0', pos = '0', flags = ''] = line.split(',');
      return { pts: Number(pts), pos: Number(pos), isKey: flags.startsWith('K') };
    });
  const first = frames[0]?.pts ?? 0;
  const wallUs = (pts: number) => Math.round((startMs + ticksBetween(first, pts) / ticksPerMs) * 1_000);
  const lines: RecordingLine[] = [
    {
      kind: 'segment',
      file: path.basename(file),
      wallUs: startMs * 1_000,
      tables: (await tablesOf(file)).toString('base64'),
    },
    {
      kind: 'format',
      videoCodec: codec === 'libx264' ? 'h264' : 'hevc',
      audioCodec: audioTracks > 0 ? 'aac' : null,
      width,
      height,
    },
    ...frames
      .filter(({ isKey }) => isKey)
      .map(({ pts, pos }) => ({
        kind: 'keyframe' as const,
        offset: pos,
        pts: pts % 2 ** 33,
        wallUs: wallUs(pts),
        clock: 'sent' as const,
      })),
    { kind: 'end', bytes: (await stat(file)).size, lastPts: Math.max(...frames.slice(-8).map(({ pts }) => pts)) },
  ];
  return lines.map((line) => JSON.stringify(line));
}

/** The first PAT and PMT of a file. */
async function tablesOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  const { buffer } = await handle.read(Buffer.alloc(packetBytes * 64), 0, packetBytes * 64, 0);
  await handle.close();
  const packets = Array.from({ length: 64 }, (_, index) =>
    buffer.subarray(index * packetBytes, (index + 1) * packetBytes),
  );
  const pidOf = (packet: Buffer) => packet.readUInt16BE(1) & 0x1fff;
  const pat = packets.find((packet) => pidOf(packet) === 0);
  const pmt = packets.find((packet) => pidOf(packet) === 0x1000);
  if (!pat || !pmt) throw new Error('No tables');
  return Buffer.concat([pat, pmt]);
}

/**
 * The capture times that are drawn into a file's frames, in milliseconds modulo 2^32, in the order of display.
 * @param input ffmpeg's options for reading it
 */
export async function readBarcodes(file: string, width = 320, input: string[] = []): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', ...input, '-i', file, '-map', '0:v:0', '-vf', 'crop=iw:2:0:4', '-fps_mode', 'passthrough', ...raw],
    { maxBuffer, encoding: 'buffer' },
  );
  const frameBytes = width * 2;
  return Array.from({ length: Math.floor(stdout.length / frameBytes) }, (_, index) => {
    const row = stdout.subarray(index * frameBytes, index * frameBytes + width);
    const bits = Array.from({ length: 32 }, (_, bar) =>
      (row[Math.floor(((bar + 0.5) * width) / 40)] ?? 0) > 125 ? 1 : 0,
    );
    return bits.reduce((sum: number, bit, bar) => sum + bit * 2 ** bar, 0);
  });
}

const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];
