import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

interface Row {
  pid: number;
  parent: number;
  isZombie: boolean;
  command: string;
}

const pollMs = 50;

function listProcesses(): Row[] {
  const output = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, stat, ...command] = line.trim().split(/\s+/);
      return {
        pid: Number(pid),
        parent: Number(parent),
        isZombie: stat?.startsWith('Z') ?? false,
        command: command.join(' '),
      };
    });
}

/** The living children, grandchildren and so on of a process. */
export function descendants(pid: number): Row[] {
  const all = listProcesses();
  const below = (parent: number): Row[] =>
    all.filter((row) => row.parent === parent && !row.isZombie).flatMap((row) => [row, ...below(row.pid)]);
  return below(pid);
}

/** The workers below a process that have a job; a spare one has none. */
export const workerPids = (pid: number): number[] =>
  descendants(pid).flatMap((row) => (row.command.startsWith('sightline-worker ') ? row.pid : []));

/** The workers of one stream, whoever has started them. */
export const workersOfStream = (streamId: string): number[] =>
  listProcesses().flatMap(({ command, isZombie, pid }) =>
    !isZombie && command.startsWith(`sightline-worker worker-${streamId.slice(-12)}-`) ? pid : [],
  );

/** The child of `pid` whose command line contains `mark`. @throws when there is none */
export function childOf(pid: number, mark: string): number {
  const child = listProcesses().find((row) => row.parent === pid && row.command.includes(mark));
  if (!child) throw new Error(`no child process with ${mark}`);
  return child.pid;
}

/** Settles when none of the processes lives any more; throws with their command lines after `timeoutMs`. */
export async function untilGone(pids: number[], timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(pollMs)) {
    const alive = listProcesses().filter((row) => pids.includes(row.pid) && !row.isZombie);
    if (alive.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still alive:\n${alive.map(({ command }) => command).join('\n')}`);
  }
}
