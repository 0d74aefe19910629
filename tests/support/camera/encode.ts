import { ffmpeg } from './ffmpeg';

/** A moving test pattern and a tone, as inputs of ffmpeg; the options of the codecs follow. */
export const testFrames = (size = '320x180', rate = 30): string[] => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`],
];
export const testTone = (rateHz = 48_000): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:sample_rate=${rateHz}`,
];

/** x264 as live encoders set it. */
export const liveH264: string[] = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '30'];

/** The output of Debian's ffmpeg with these options. @throws Error with its error output where it fails */
export async function encode(args: string[], format = 'mpegts'): Promise<Buffer> {
  const run = ffmpeg([...args, '-f', format, 'pipe:1']);
  if ((await run.ended) !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${run.log()}`);
  return run.output();
}
