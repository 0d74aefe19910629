import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { workersOfStream } from '../../support/product/processes';
import { readRssMb } from '../support/process-usage';
import type { Show } from '../support/show';

export type Role =
  | 'all-in-one'
  | 'web'
  | 'gateway'
  | 'livekit'
  | 'postgres'
  | 'worker of the camera'
  | 'worker of the attacker';

export interface ProcessUsage {
  pid: number;
  descriptors: number;
  rssMb: number;
}

/** The resources that each process of a product uses. */
export type ProcessUsages = Partial<Record<Role, ProcessUsage>>;

const pollMs = 500;
/** More than this times what it was before is not back. */
const tolerance = 1.1;

/** @param streams whose workers are of interest; one without a worker at the moment is left out */
export function readUsages(show: Show, streams: Partial<Record<Role, string | undefined>>): ProcessUsages {
  const workers = Object.entries(streams).map(([role, streamId]) => [role, streamId && workersOfStream(streamId)[0]]);
  const pids = Object.assign(show.readPids(), Object.fromEntries(workers)) as Partial<Record<Role, number>>;
  const usages: ProcessUsages = {};
  for (const [role, pid] of Object.entries(pids) as [Role, number | undefined][]) {
    const usage = pid === undefined ? null : readUsage(pid);
    if (usage) usages[role] = usage;
  }
  return usages;
}

/** Null where there is no such process (any more). */
function readUsage(pid: number): ProcessUsage | null {
  try {
    return { pid, descriptors: readdirSync(`/proc/${pid}/fd`).length, rssMb: readRssMb(pid) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null;
    throw error;
  }
}

/** Waits until every process uses no more than a tenth above what it used before. @returns what is not back in time */
export async function untilBack(
  before: ProcessUsages,
  read: () => Promise<ProcessUsages>,
  timeoutMs: number,
): Promise<{ usages: ProcessUsages; notBack: string[] }> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const usages = await read();
    const notBack = (Object.keys(before) as Role[]).flatMap((role) => exceeded(role, before[role], usages[role]));
    if (notBack.length === 0 || performance.now() > deadlineMs) return { usages, notBack };
    await sleep(pollMs);
  }
}

function exceeded(role: Role, before: ProcessUsage | undefined, after: ProcessUsage | undefined): string[] {
  if (!before || !after || before.pid !== after.pid) return [];
  const found: string[] = [];
  if (after.descriptors > before.descriptors * tolerance) found.push(`descriptors of ${role}`);
  if (after.rssMb > before.rssMb * tolerance) found.push(`memory of ${role}`);
  return found;
}
