import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessUsage {
  /** 1 is one core, fully used. */
  cores: number;
  rssMb: number;
  /** Proportional: what it shares with others is divided among them. */
  pssMb: number;
}

/** Linux counts CPU time in hundredths of a second (sysconf(_SC_CLK_TCK)). */
const ticksPerSecond = 100;

/** The CPU time that a process has used so far, of user and system together. */
export const cpuSeconds = (pid: number): number => secondsFrom(pid, 11);

/** The CPU time that its children have used that have ended. */
export const endedChildrenCpuSeconds = (pid: number): number => secondsFrom(pid, 13);

/** @param field that of the user; the system's is the next one */
function secondsFrom(pid: number, field: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[field]) + Number(fields[field + 1])) / ticksPerSecond;
}

/** Resident memory of a process, in MB. */
export function readRssMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

function readPssMb(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** Measures each process over the next `durationMs`, by the kernel's accounting (proc(5)); Linux only. */
export async function measureUsage(pids: number[], durationMs: number): Promise<ProcessUsage[]> {
  const before = pids.map(cpuSeconds);
  const startMs = performance.now();
  await sleep(durationMs);
  const seconds = (performance.now() - startMs) / 1000;
  return pids.map((pid, index) => ({
    cores: (cpuSeconds(pid) - (before[index] ?? 0)) / seconds,
    rssMb: readRssMb(pid),
    pssMb: readPssMb(pid),
  }));
}
