import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import type { programs } from '@/scripts/programs.mjs';
import { type Child, type ChildPriority, spawnChild } from './child';

/** A start that takes this long is logged, again and again. */
const slowAfterMs = 60_000;

/** The bundle of one of our own programs, which lies beside this one in dist/. */
export const programFile = (name: keyof typeof programs): string => path.join(import.meta.dirname, `${name}.mjs`);

export interface NodeProgramOptions {
  file: string;
  /** Its whole environment. */
  env: NodeJS.ProcessEnv;
  priority?: ChildPriority;
  /** Ends the wait, and the program with it. */
  stopping: AbortSignal;
}

/**
 * Starts one of our own programs of dist/, and waits until it reports that it is ready
 * (lib/platform/process/process-life.ts). On a machine that is too busy that takes as long as it takes: only a program
 * that exits has failed. It ends by itself when this process is gone.
 * @throws AppError `unavailable` when it exits before it is ready; its own output says why
 */
export async function startNodeProgram({ file, env, priority, stopping }: NodeProgramOptions): Promise<Child> {
  let onMessage: (message: unknown) => void = () => {};
  const ready = new Promise<'ready'>((resolve) => {
    onMessage = () => resolve('ready');
  });
  const name = path.basename(file);
  const child = await spawnChild({ command: process.execPath, args: [file], env, onMessage, priority });
  const stopped = new Promise<'stopped'>((resolve) => {
    if (stopping.aborted) resolve('stopped');
    stopping.addEventListener('abort', () => resolve('stopped'));
  });
  const slow = setInterval(
    () => log.warn({ program: name }, 'a program is still starting; this machine may be too busy'),
    slowAfterMs,
  );
  const outcome = await Promise.race([ready, child.ended, stopped]).finally(() => clearInterval(slow));
  if (outcome === 'ready') return child;
  await child.stop('SIGKILL', 0);
  throw new AppError('unavailable', `${name} did not start (${outcome}).`);
}

/**
 * Runs one of our own programs of dist/ to its end.
 * @param env its whole environment
 * @throws AppError `unavailable` when it does not end well; its own output says why
 */
export async function runNodeProgram(file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = await spawnChild({ command: process.execPath, args: [file], env });
  const how = await child.ended;
  if (how !== 'exit code 0') throw new AppError('unavailable', `${path.basename(file)} failed (${how}).`);
}
