import { type ChildProcess, spawn } from 'node:child_process';
import { withPrecisionTimeStamp } from './encoder-time';
import { Remuxer } from './remux';

const video = { pid: 0x100, type: 0x1b };
/** Its processes have started by then. */
const startsAfterMs = 500;

export interface ClockedCameraOptions {
  /** SRT address to send to. */
  url: string;
  width: number;
  height: number;
  fps: number;
  bitrateKbps: number;
  /** The SRT latency that the encoder requests. */
  latencyMs: number;
}

/**
 * An encoder that says in each frame when it captured it, by the same clock as the frame's barcode. No encoder of FFmpeg's
 * does: each access unit is stamped on its way from ffmpeg to srt-live-transmit.
 * @returns ends it
 */
export function startClockedCamera({
  url,
  width,
  height,
  fps,
  bitrateKbps,
  latencyMs,
}: ClockedCameraOptions): () => void {
  const startMs = Date.now() + startsAfterMs;
  const source = spawn(
    process.execPath,
    ['tests/support/camera/barcode-source.mjs', ...[width, height, fps, 'plain', startMs].map(String)],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const encoder = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`],
      ...['-r', `${fps}`, '-use_wallclock_as_timestamps', '1', '-i', 'pipe:0', '-vsync', 'passthrough'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline'],
      ...['-g', `${fps}`, '-b:v', `${bitrateKbps}k`, '-f', 'mpegts', 'pipe:1'],
    ],
    { stdio: [source.stdout, 'pipe', 'ignore'] },
  );
  const sender = spawn(
    'srt-live-transmit',
    ['-q', '-chunk:188', '-buffering:1', 'file://con', `${url}&latency=${latencyMs}`],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  let count = 0;
  const remuxer = new Remuxer([video], ({ data }) => withPrecisionTimeStamp(data, startMs + (count++ * 1_000) / fps));
  encoder.stdout?.on('data', (bytes: Buffer) => sender.stdin.write(remuxer.push(bytes)));
  // An ended process accepts no more input.
  sender.stdin.on('error', () => undefined);
  const children: ChildProcess[] = [source, encoder, sender];
  return () => {
    for (const child of children) child.kill('SIGKILL');
  };
}
