import { type ChildProcess, spawn } from 'node:child_process';

export interface Ffmpeg {
  child: ChildProcess;
  /** Its standard output and its standard error so far. */
  output(): Buffer;
  log(): string;
  /** Settles with its exit code at its end; null: ended by a signal. */
  ended: Promise<number | null>;
}

const started = new Set<ChildProcess>();

/** Runs Debian's ffmpeg; {@link stopFfmpegs} ends what is left of it. @param hasInput it reads its standard input */
export function ffmpeg(args: string[], { hasInput = false } = {}): Ffmpeg {
  const child = spawn('ffmpeg', ['-hide_banner', '-nostdin', '-loglevel', 'warning', ...args], {
    stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  // An ended process accepts no more input.
  child.stdin?.on('error', () => undefined);
  started.add(child);
  const output: Buffer[] = [];
  const log: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => log.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      started.delete(child);
      resolve(code);
    });
  });
  return { child, output: () => Buffer.concat(output), log: () => Buffer.concat(log).toString(), ended };
}

export function stopFfmpegs(): void {
  for (const child of started) child.kill('SIGKILL');
}

/** An encoder: a moving test pattern as MPEG-TS, in real time. */
export const camera = (...outputs: string[]): string[] => [
  ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-c:v', 'libx264', '-preset', 'ultrafast'],
  ...['-tune', 'zerolatency', '-g', '25', '-b:v', '300k', ...outputs],
];

/** Options of a receiver that writes the bytes of an address to its standard output as they are. */
export const rawReceiver = (url: string): string[] => [
  ...['-f', 'data', '-raw_packet_size', '1316', '-i', url, '-map', '0', '-c', 'copy', '-f', 'data'],
  ...['-flush_packets', '1', 'pipe:1'],
];
