import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
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

/** The workers of a product that have a stream; a spare has none. @param dataDir its DATA_DIR, where their pid files are */
export function workerPids(dataDir: string): number[] {
  const stateDir = path.join(dataDir, 'workers');
  const workerIds = existsSync(stateDir) ? readdirSync(stateDir).map((file) => path.parse(file).name) : [];
  const titles = workerIds.map((workerId) => `sightline-worker ${workerId}`);
  return listProcesses().flatMap(({ command, isZombie, pid }) => (!isZombie && titles.includes(command) ? pid : []));
}

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

/** The process of an output of a worker, by its title. @throws when there is none */
export function outputProcess(workerPid: number, title: string): number {
  const found = descendants(workerPid).find(({ command }) => command.startsWith(title));
  if (!found) throw new Error(`No ${title} runs`);
  return found.pid;
}

/** Settles when none of the processes lives any more; throws with their command lines after `timeoutMs`. */
export async function untilGone(pids: number[], timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(pollMs)) {
    const alive = listProcesses().filter((row) => pids.includes(row.pid) && !row.isZombie);
    if (alive.length === 0) return;
    if (Date.now() > deadline) throw new Error(`still alive:\n${alive.map(({ command }) => command).join('\n')}`);
  }
}
