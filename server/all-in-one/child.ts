import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveNice, setNice, setSessionNice } from '@/lib/platform/process/priority';

/**
 * How much of fully used processors a program gets beside the others. `live` is for what cameras pass through: it
 * has a session of its own, which Linux gives as much as any other one. Where that is allowed it gets more. Pages and files
 * come after it.
 */
export type ChildPriority = 'live' | 'pages' | 'files';

const niceOf: Record<ChildPriority, number> = { live: liveNice, pages: 5, files: 10 };

export interface ChildOptions {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Gets its output line by line. Without it the output goes where this process's goes. */
  onLine?: (line: string) => void;
  /** Opens a channel: the child's messages come here, and the child sees by its closing that this process is gone. */
  onMessage?: (message: unknown) => void;
  /** Run as this user; only root may. */
  uid?: number;
  gid?: number;
  /** By default that of this process. */
  priority?: ChildPriority;
}

/** A running child process. */
export interface Child {
  readonly pid: number;
  /** Settles, and never rejects, when the process is gone; says how it ended. */
  readonly ended: Promise<string>;
  /** Sends `signal`, and SIGKILL when that has not ended it after `timeoutMs`. Settles when the process is gone. */
  stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void>;
}

/**
 * Starts a program.
 * @throws the spawn error (ENOENT, EACCES) when it cannot be started at all
 */
export async function spawnChild(options: ChildOptions): Promise<Child> {
  const output = options.onLine ? 'pipe' : 'inherit';
  const child = spawn(options.command, options.args, {
    env: options.env,
    stdio: ['ignore', output, output, ...(options.onMessage ? (['ipc'] as const) : [])],
    detached: options.priority === 'live' && process.platform !== 'win32',
    ...(options.uid !== undefined && { uid: options.uid, gid: options.gid }),
  });
  for (const input of [child.stdout, child.stderr]) {
    if (input && options.onLine) createInterface({ input }).on('line', options.onLine);
  }
  if (options.onMessage) child.on('message', options.onMessage);
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit code ${code}`));
  });
  const pid = await spawned(child);
  if (options.priority) setNice(pid, niceOf[options.priority]);
  if (options.priority === 'live') setSessionNice(pid, liveNice);
  return {
    pid,
    ended,
    async stop(signal, timeoutMs) {
      child.kill(signal);
      const timeout = new AbortController();
      const late = sleep(timeoutMs, 'late', { signal: timeout.signal }).catch(() => 'on time');
      if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
      timeout.abort();
      await ended;
    },
  };
}

function spawned(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
}
