import { spawn } from 'node:child_process';
import type { PullTask } from '@/lib/contracts/pull-try';
import type { PlacedWorkerSpec } from '@/lib/contracts/worker-protocol';
import { workerChildEnv } from '@/lib/platform/env/child-env';
import { log } from '@/lib/platform/log';
import { workerNodeOptions } from '@/scripts/worker-node-options.mjs';

/** A worker as a child process. It loads its code and then waits for its spec. */
export interface WorkerProcess {
  /** Undefined where it failed to start. */
  readonly pid: number | undefined;
  /** Settles with how it ended, like "exit code 1"; never rejects. */
  readonly ended: Promise<string>;
  /** Sends the spec, once. Where the process has ended, {@link WorkerProcess.ended} tells. */
  begin(spec: PlacedWorkerSpec): void;
  /** Sends a task in place of a spec. @returns its answer; undefined where the process has ended without one */
  ask(task: PullTask): Promise<unknown>;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface WorkerProcessOptions {
  /** The worker's bundled script. */
  workerPath: string;
  /** Limit of its private memory; the system refuses allocations beyond it. */
  maxMemoryMb: number;
  /** The user and group that it runs as; undefined: this process' own. */
  userId?: number | undefined;
}

/** The shell sets the limit and then becomes the worker. Windows has neither. */
const limited = (maxMemoryMb: number, command: string[]): string[] =>
  process.platform === 'win32'
    ? command
    : ['/bin/sh', '-c', `ulimit -d ${maxMemoryMb * 1024}; exec "$@"`, 'sh', ...command];

export function startWorkerProcess({ workerPath, maxMemoryMb, userId }: WorkerProcessOptions): WorkerProcess {
  const [program = '', ...args] = limited(maxMemoryMb, [process.execPath, ...workerNodeOptions, workerPath]);
  const child = spawn(program, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: workerChildEnv(),
    uid: userId,
    gid: userId,
    // In a session of its own, whose share of the processors can be set.
    detached: true,
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    child.on('error', (error) => {
      log.error({ err: error, pid: child.pid }, 'driver: error of a worker process');
      if (child.pid === undefined) resolve(error.message);
    });
  });
  return {
    pid: child.pid,
    ended,
    // A failed send shows as the end of the process, or as missing reports.
    begin: (spec) => void child.send(spec, () => undefined),
    ask: (task) => {
      const answer = new Promise<unknown>((resolve) => child.once('message', resolve));
      child.send(task, () => undefined);
      return Promise.race([answer, ended.then(() => undefined)]);
    },
    signal: (signal) => void child.kill(signal),
  };
}
