import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { refuseWarnings } from '../warnings/refuse-warnings';

/** One of our programs, run from dist/ by itself. */
export interface Program {
  process: ChildProcess;
  /** Everything it has written so far. */
  output(): string;
  /** Settles with its exit code, null for a signal, when it has ended. */
  exitCode: Promise<number | null>;
}

/**
 * Starts a program; it may still fail to come up.
 * @param name such as `web`
 * @param env its whole environment, apart from PATH and HOME
 * @param maxOpenFiles how many files and sockets it may have open; undefined for as many as this process
 */
export function launchProgram(name: string, env: Record<string, string>, maxOpenFiles?: number): Program {
  const { PATH = '', HOME = '' } = process.env;
  const command = [process.execPath, `dist/${name}.mjs`];
  const limit = maxOpenFiles === undefined ? [] : ['sh', '-c', 'ulimit -n "$0" && exec "$@"', String(maxOpenFiles)];
  const [file = '', ...args] = [...limit, ...command];
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: Object.assign({ PATH, HOME, NODE_ENV: 'production' as const }, env),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  child.once('close', () => refuseWarnings(name, output));
  const exitCode = once(child, 'close').then(([code]) => code as number | null);
  return { process: child, output: () => output, exitCode };
}

/** Starts a program and waits until it reports that it is ready. @throws with its output when it ends before */
export async function startProgram(name: string, env: Record<string, string>, maxOpenFiles?: number): Promise<Program> {
  const program = launchProgram(name, env, maxOpenFiles);
  const outcome = await Promise.race([once(program.process, 'message').then(() => 'ready'), program.exitCode]);
  if (outcome !== 'ready') throw new Error(`${name} did not start:\n${program.output()}`);
  return program;
}
