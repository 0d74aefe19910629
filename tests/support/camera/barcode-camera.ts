import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface BarcodeCameraOptions {
  /** SRT addresses to send the same video to, or one address of RTMP or RTSP. */
  urls: string[];
  width?: number;
  height?: number;
  fps?: number;
  bitrateKbps?: number;
  gopSeconds?: number;
  /** Spend the bitrate on textured frames. */
  isTextured?: boolean;
  /** With a tone, on the clock of the video. */
  hasAudio?: boolean;
  /** With B-frames, which browsers do not play live, so that the worker transcodes the video. */
  hasBFrames?: boolean;
  /** The SRT latency that the encoder requests: of all addresses, or of each. */
  latencyMs?: number | number[];
  /** How much faster than true time its clock runs. With it, frames keep the times at which they were captured. */
  driftPpm?: number;
  /** It films the calibration code in place of a barcode, and its frames come out this late. */
  codeLateMs?: number | null;
}

export interface BarcodeCamera {
  /** The error output of ffmpeg so far. */
  log(): string;
  /** Pauses the encoder's process (SIGSTOP), or lets it go on (SIGCONT). */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): void;
}

const reconnectAfterMs = 500;

/** ffmpeg's output by an address that is none of SRT, by its first letters. */
const outputs: Partial<Record<string, (url: string) => string[]>> = {
  rtmp: (url) => ['-f', 'flv', '-flvflags', 'no_duration_filesize', url],
  rtsp: (url) => ['-f', 'rtsp', '-rtsp_transport', 'tcp', url],
};

/**
 * A camera whose frames carry their capture time (see barcode-source.mjs), encoded by Debian's ffmpeg and sent by SRT.
 * Like a real encoder it reconnects by itself until it is stopped.
 */
export function startBarcodeCamera({
  urls,
  width = 1280,
  height = 720,
  fps = 30,
  bitrateKbps = 2_000,
  gopSeconds = 1,
  isTextured = false,
  hasAudio = true,
  hasBFrames = false,
  latencyMs = 120,
  driftPpm,
  codeLateMs = null,
}: BarcodeCameraOptions): BarcodeCamera {
  const stopped = new AbortController();
  let log = '';
  let children: ChildProcess[] = [];

  const latencyOf = (index: number): number => (typeof latencyMs === 'number' ? latencyMs : (latencyMs[index] ?? 120));
  const targets = urls.map(
    (url, index) => `${url}&latency=${latencyOf(index) * 1000}&pkt_size=1316&connect_timeout=2000`,
  );
  // The tee muxer interleaves again, which delays frames with audio, so it is used for several targets alone.
  const [url = ''] = urls;
  const output =
    urls.length === 1
      ? (outputs[url.slice(0, 4)]?.(url) ?? ['-f', 'mpegts', ...targets])
      : ['-f', 'tee', targets.map((url) => `[f=mpegts]${url}`).join('|')];
  const encode = [
    ...['-hide_banner', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`],
    ...['-r', String(fps), '-use_wallclock_as_timestamps', '1', '-i', 'pipe:0'],
    ...(hasAudio ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-map', '1:a'] : []),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
    ...(hasBFrames ? ['-profile:v', 'main', '-bf', '2'] : ['-profile:v', 'baseline']),
    ...['-g', String(fps * gopSeconds), '-keyint_min', String(fps * gopSeconds), '-b:v', `${bitrateKbps}k`],
    ...(driftPpm === undefined ? [] : ['-vf', `setpts=PTS*${1 + driftPpm / 1e6}`, '-vsync', 'passthrough']),
    ...['-map', '0:v', '-c:a', 'aac', '-b:a', '96k', ...output],
  ];

  const run = async () => {
    while (!stopped.signal.aborted) {
      const size = [width, height, fps].map(String);
      const program =
        codeLateMs === null
          ? ['tests/support/camera/barcode-source.mjs', ...size, ...(isTextured ? ['textured'] : [])]
          : ['tests/support/camera/code-source.mjs', ...size, String(codeLateMs)];
      const source = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'ignore'] });
      const encoder = spawn('ffmpeg', encode, { stdio: [source.stdout, 'ignore', 'pipe'] });
      children = [source, encoder];
      encoder.stderr?.on('data', (chunk) => {
        log += String(chunk);
      });
      await new Promise((resolve) => encoder.once('close', resolve));
      source.kill('SIGKILL');
      await sleep(reconnectAfterMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  void run();

  return {
    log: () => log,
    signal(name) {
      children.at(-1)?.kill(name);
    },
    stop() {
      stopped.abort();
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
