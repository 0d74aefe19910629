import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/core/errors';
import type { programs } from '@/scripts/programs.mjs';
import { type Child, spawnChild } from './child';

const startTimeoutMs = 60_000;

/** The bundle of one of our own programs, which lies beside this one in dist/. */
export const programFile = (name: keyof typeof programs): string => path.join(import.meta.dirname, `${name}.mjs`);

/**
 * Starts one of our own programs of dist/, and waits until it reports that it is ready
 * (lib/platform/process/process-life.ts). It ends by itself when this process is gone.
 * @param env its whole environment
 * @param stopping ends the wait, and the program with it
 * @throws AppError `unavailable` when it is not ready within a minute; its own output says why
 */
export async function startNodeProgram(file: string, env: NodeJS.ProcessEnv, stopping: AbortSignal): Promise<Child> {
  let onMessage: (message: unknown) => void = () => {};
  const ready = new Promise<'ready'>((resolve) => {
    onMessage = () => resolve('ready');
  });
  const child = await spawnChild({ command: process.execPath, args: [file], env, onMessage });
  const settled = new AbortController();
  const signal = AbortSignal.any([stopping, settled.signal]);
  const givenUp = sleep(startTimeoutMs, 'no answer', { signal }).catch(() => 'stopped');
  const outcome = await Promise.race([ready, child.ended, givenUp]);
  settled.abort();
  if (outcome === 'ready') return child;
  await child.stop('SIGKILL', 0);
  throw new AppError('unavailable', `${path.basename(file)} did not start (${outcome}).`);
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
