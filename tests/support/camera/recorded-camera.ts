import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpeg } from './ffmpeg';

export interface RecordingOptions {
  width: number;
  height: number;
  fps: number;
  bitrateKbps: number;
  gopSeconds: number;
}

/** A recording that many cameras send, so that a benchmark pays for encoding once and before it begins. */
export class Recording {
  readonly file: string;

  private constructor(file: string) {
    this.file = file;
  }

  /** Records noise that really takes the bitrate. @throws Error with ffmpeg's output where it fails */
  static async make({ width, height, fps, bitrateKbps, gopSeconds }: RecordingOptions): Promise<Recording> {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'sightline-recording-')), 'camera.ts');
    const rate = `${bitrateKbps}k`;
    const run = ffmpeg([
      ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${fps},noise=alls=20:allf=t`],
      ...['-t', String(2 * gopSeconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
      ...['-profile:v', 'baseline', '-pix_fmt', 'yuv420p', '-g', String(fps * gopSeconds), '-sc_threshold', '0'],
      // Played over and over, it begins as it goes on: with a full buffer, its first keyframe would have four times the bits.
      ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate, '-rc_init_occupancy', `${bitrateKbps / 4}k`],
      ...['-f', 'mpegts', file],
    ]);
    if ((await run.ended) !== 0) throw new Error(`The recording failed: ${run.log()}`);
    return new Recording(file);
  }

  /** Sends it to an SRT address, over and over. @returns a function that ends it */
  play(url: string): () => void {
    const { child } = ffmpeg([
      ...['-re', '-stream_loop', '-1', '-i', this.file, '-c', 'copy', '-flush_packets', '1', '-f', 'mpegts'],
      `${url}&latency=120000&pkt_size=1316`,
    ]);
    return () => child.kill('SIGKILL');
  }

  remove(): Promise<void> {
    return rm(path.dirname(this.file), { recursive: true });
  }
}
