import { spawn } from 'node:child_process';
import type { WorkerJob } from '@/lib/contracts/worker-protocol';
import { workerChildEnv } from '@/lib/platform/env/child-env';
import { log } from '@/lib/platform/log';

/** Off must be done within two seconds, also by a worker that hangs on a machine that is busy. */
const stopGraceMs = 1_000;

/** Small V8 generations: a worker keeps little, and there is one for every camera. Saves 45 MB each. */
const nodeOptions = ['--max-semi-space-size=2', '--max-old-space-size=128'];

/** A worker as a child process. It loads its code and then waits for its job, as long as it takes. */
export interface WorkerProcess {
  /** Gives it its job, once. One that has ended meanwhile says so by {@link WorkerProcess.ended}. */
  begin(job: WorkerJob): void;
  /** Settles with how it ended, like "exit code 1"; never rejects. */
  ended: Promise<string>;
  /** Asks it to end, and makes it end a second later. */
  stop(): void;
  /** Makes it end now. */
  kill(): void;
}

/** @param workerPath the worker's bundled script */
export function startWorkerProcess(workerPath: string): WorkerProcess {
  const child = spawn(process.execPath, [...nodeOptions, workerPath], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: workerChildEnv(),
  });
  let graceTimer: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    const end = (description: string) => {
      clearTimeout(graceTimer);
      resolve(description);
    };
    child.once('exit', (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code}`));
    child.on('error', (error) => {
      log.error({ err: error, pid: child.pid }, 'driver: trouble with a worker process');
      if (child.pid === undefined) end(error.message);
    });
  });
  return {
    ended,
    begin: (job) => void child.send(job),
    stop() {
      child.kill('SIGTERM');
      graceTimer ??= setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
    },
    kill: () => child.kill('SIGKILL'),
  };
}
