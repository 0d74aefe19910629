import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseJson } from '@/lib/core/parse-json';
import { muxerChildEnv } from '@/lib/platform/env/child-env';
import { ExportError } from './export-error';
import { type Muxed, type MuxTask, muxAnswerSchema } from './muxer/mux-task';

/** Beside this program in dist/. */
const program = 'export-muxer.mjs';
const nodeOptions = ['--max-old-space-size=128'];

/**
 * Writes a file by a process of its own, which has nothing but the camera's bytes: a fault of libavformat ends that process
 * alone.
 * @param media MPEG-TS
 * @param signal kills it
 * @throws ExportError; the signal's reason
 */
export async function runMuxProcess(task: MuxTask, media: AsyncIterable<Buffer>, signal: AbortSignal): Promise<Muxed> {
  const child = spawn(
    process.execPath,
    [...nodeOptions, path.join(import.meta.dirname, program), JSON.stringify(task)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: muxerChildEnv(),
      signal,
      killSignal: 'SIGKILL',
    },
  );
  // Told by its status, and by the signal.
  child.on('error', () => undefined);
  const ended = once(child, 'close');
  const [read, answer] = await Promise.all([pass(media, child.stdin), text(child.stdout), ended]);
  signal.throwIfAborted();
  if (read !== null) throw new ExportError('cannot_read', 'The recording cannot be read', { cause: read });
  const parsed = muxAnswerSchema.safeParse(parseJson(answer));
  if (!parsed.success)
    throw new ExportError('damaged', `The muxer has ended with ${child.exitCode ?? child.signalCode}`);
  if ('muxed' in parsed.data) return parsed.data.muxed;
  const { fault, message } = parsed.data;
  throw new ExportError(fault === 'no_video' ? 'damaged' : fault, message);
}

/** Gives the process all bytes. @returns why they could not be read; null also where it wants no more of them */
async function pass(media: AsyncIterable<Buffer>, input: NodeJS.WritableStream): Promise<unknown> {
  let fault: unknown = null;
  const noted = async function* () {
    try {
      yield* media;
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  await pipeline(Readable.from(noted(), { objectMode: false }), input).catch(() => undefined);
  return fault;
}
