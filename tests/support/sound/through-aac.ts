import { spawn } from 'node:child_process';

const aacRateHz = 48_000;
/** The encoder begins with so many samples of silence. */
const primingSeconds = 1_024 / aacRateHz;

/**
 * Lets sounds pass through a camera's encoder: AAC of 96 kbit/s at 48 kHz, in stereo. Each channel has noise above 2.5 kHz,
 * so that the encoder has more to keep than what is compared.
 * @param sounds mono, full scale at 1, at `rateHz`
 * @param seed of the noise; each camera has another one
 */
export async function throughAac(sounds: Float32Array[], rateHz: number, seed: number): Promise<Float32Array[]> {
  const all = new Float32Array(sounds.reduce((sum, { length }) => sum + length, 0));
  const starts: number[] = [];
  for (const [index, sound] of sounds.entries()) {
    starts.push((starts[index - 1] ?? 0) + (sounds[index - 1]?.length ?? 0));
    all.set(sound, starts[index]);
  }
  const raw = ['-f', 'f32le', '-ar', `${rateHz}`, '-ac', '1'];
  const noise = (channel: number) => `anoisesrc=r=${aacRateHz}:a=0.02:seed=${2 * seed + channel},${aboveTheBand}`;
  const graph = [
    `[0:a]aresample=${aacRateHz},pan=stereo|c0=c0|c1=c0[sound]`,
    `${noise(0)}[left]`,
    `${noise(1)}[right]`,
    '[left][right]join=inputs=2:channel_layout=stereo[noise]',
    '[sound][noise]amix=inputs=2:duration=first:normalize=0',
  ];
  const encoded = await run([...raw, '-i', 'pipe:0', '-filter_complex', graph.join(';'), ...aac], bytesOf(all));
  const decoded = await run(['-f', 'aac', '-i', 'pipe:0', ...raw, 'pipe:1'], encoded);
  const skipped = Math.round(primingSeconds * rateHz);
  return sounds.map(({ length }, index) =>
    Float32Array.from({ length }, (_, sample) => {
      const at = 4 * (skipped + (starts[index] ?? 0) + sample);
      return at + 4 <= decoded.length ? decoded.readFloatLE(at) : 0;
    }),
  );
}

/** Steep, so that the noise is not heard below 2 kHz. */
const aboveTheBand = Array.from({ length: 6 }, () => 'highpass=f=3000').join();
const aac = ['-c:a', 'aac', '-b:a', '96k', '-f', 'adts', 'pipe:1'];

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Runs ffmpeg on bytes. @returns its output. @throws Error with what it says where it fails */
function run(args: string[], input: Buffer): Promise<Buffer> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args]);
  const [output, said]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  // ffmpeg may end before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(output));
      else reject(new Error(`ffmpeg has ended with ${code}: ${Buffer.concat(said)}`));
    });
  });
}
