import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportFaultSchema } from '@/lib/contracts/exports';
import { hourMs, minuteMs } from '@/lib/core/durations';
import { parseJson } from '@/lib/core/parse-json';
import { muxerChildEnv } from '@/lib/platform/env/child-env';
import { exporterEnv } from '@/lib/platform/env/exporter-env';
import { ExportError } from './export-error';
import { withLimits } from './mux-limits';
import { type CopyTask, type MuxAnswer, type Muxed, type MuxTask, muxAnswerSchema } from './muxer/mux-task';
import { type ProgressLimits, ProgressWatch } from './progress-watch';

/** Beside this program in dist/. */
const program = 'export-muxer.mjs';
const nodeOptions = ['--max-old-space-size=128'];
const limits: ProgressLimits = {
  subject: 'The muxer',
  fault: 'damaged',
  maxMs: 12 * hourMs,
  maxStillMs: 5 * minuteMs,
};

/** The camera's tracks are such that a file must be made in another way. */
export class TaskChange extends ExportError {
  readonly change: Pick<CopyTask, 'decodesAudio' | 'leftOut'>;

  constructor(message: string, change: TaskChange['change']) {
    super('codec', message);
    this.change = change;
  }

  /** Has a task do so from now on, beside what earlier changes ask. */
  applyTo(task: CopyTask): void {
    const { decodesAudio, leftOut } = this.change;
    if (decodesAudio) task.decodesAudio = true;
    // A later pass tells of further tracks alone.
    if (leftOut) task.leftOut = [...(task.leftOut ?? []), ...leftOut];
  }
}

/** The standard input of a process: bytes that are passed on, or an open file. */
type MuxInput = AsyncIterable<Buffer> | FileHandle;

/**
 * Writes a file of a recording.
 * @param media what the task reads at its standard input
 * @throws ExportError, TaskChange; the signal's reason
 */
export async function runMuxProcess(
  task: MuxTask,
  media: AsyncIterable<Buffer>,
  signal: AbortSignal,
  onProgress?: (progress: number) => void,
): Promise<Muxed> {
  const answer = await readMuxAnswer(task, media, signal, onProgress);
  if ('muxed' in answer) return answer.muxed;
  if (!('fault' in answer)) throw new ExportError('damaged', 'The muxer has answered something else');
  const { fault, message, tracks } = answer;
  if (fault === 'sound_changes') throw new TaskChange(message, { decodesAudio: true });
  if (fault === 'empty_tracks') throw new TaskChange(message, { leftOut: tracks });
  const { data: known = 'damaged' } = exportFaultSchema.safeParse(fault);
  throw new ExportError(known, message);
}

/**
 * Has a separate process do a task that has only the camera's bytes, so that a fault of libavformat ends that process
 * alone. It has the limits of a worker: memory, a user of its own, and an end where it stands still.
 * @param media what the task reads at its standard input
 * @param signal kills it
 * @param onProgress takes a number from 0 to 1, of a task that tells it
 * @returns its answer, which may be a fault
 * @throws ExportError; the signal's reason
 */
export async function readMuxAnswer(
  task: MuxTask,
  media: MuxInput,
  signal: AbortSignal,
  onProgress?: (progress: number) => void,
): Promise<MuxAnswer> {
  const { WORKER_MAX_MEMORY_MB: maxMemoryMb, WORKER_USER_ID: userId } = exporterEnv();
  const script = path.join(import.meta.dirname, program);
  const command = [process.execPath, ...nodeOptions, script, JSON.stringify(task)];
  const [file = '', ...args] = withLimits({ maxMemoryMb, userId }, command);
  const watch = new ProgressWatch(limits);
  const child = spawn(file, args, {
    stdio: ['fd' in media ? media.fd : 'pipe', 'pipe', 'inherit'],
    env: muxerChildEnv(),
    uid: userId,
    gid: userId,
    signal: AbortSignal.any([signal, watch.signal]),
    killSignal: 'SIGKILL',
  });
  // Told by its status, and by the signal.
  child.on('error', () => undefined);
  const ended = once(child, 'close');
  const noteProgress = (progress: number) => {
    watch.noteProgress();
    onProgress?.(progress);
  };
  const passing = 'fd' in media || !child.stdin ? null : pass(watchedBytes(media, watch), child.stdin);
  const [read, answer] = await Promise.all([
    passing,
    child.stdout ? lastAnswer(child.stdout, noteProgress) : null,
    ended,
  ]).finally(() => watch.stop());
  signal.throwIfAborted();
  watch.signal.throwIfAborted();
  if (read !== null) throw new ExportError('cannot_read', 'The recording cannot be read', { cause: read });
  if (answer && !('progress' in answer)) return answer;
  throw new ExportError('damaged', `The muxer has ended with ${child.exitCode ?? child.signalCode}`);
}

/** Reads the process's lines to their end. @returns the last one; null where it is not an answer */
async function lastAnswer(
  output: NodeJS.ReadableStream,
  onProgress: (progress: number) => void,
): Promise<MuxAnswer | null> {
  let last: MuxAnswer | null = null;
  for await (const line of createInterface({ input: output })) {
    const { data } = muxAnswerSchema.safeParse(parseJson(line));
    last = data ?? null;
    if (data && 'progress' in data) onProgress(data.progress);
  }
  return last;
}

async function* watchedBytes(media: AsyncIterable<Buffer>, watch: ProgressWatch): AsyncGenerator<Buffer> {
  for await (const bytes of media) {
    watch.noteProgress();
    yield bytes;
  }
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
