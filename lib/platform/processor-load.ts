import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/** How busy this machine's processors are. Null: the system does not say. */
export interface ProcessorLoad {
  processors: number;
  /** Programs that ran or wanted to, over the last minute, for each processor. */
  loadPerProcessor: number;
  /** How much of the last ten seconds some program has waited for a processor (Linux, accounting/psi.rst). */
  waitingPercent: number | null;
}

/** Beyond these, programs wait for longer than media may. */
const busyLoad = 4;
const busyWaitingPercent = 75;
/** A reading is for all who ask within this time. */
const readingLastsMs = 2_000;

export function readProcessorLoad(): ProcessorLoad {
  const processors = availableParallelism();
  return { processors, loadPerProcessor: (loadavg()[0] ?? 0) / processors, waitingPercent: readWaitingPercent() };
}

/** Whether programs wait for a processor for so long that their time-outs say nothing about whom they have asked. */
export const isTooBusy = ({ loadPerProcessor, waitingPercent }: ProcessorLoad): boolean =>
  loadPerProcessor >= busyLoad && (waitingPercent === null || waitingPercent >= busyWaitingPercent);

let latest = { readAtMs: Number.NEGATIVE_INFINITY, isBusy: false };

/** {@link isTooBusy} of this machine, as of two seconds ago at the earliest. */
export function isMachineTooBusy(): boolean {
  const nowMs = performance.now();
  if (nowMs - latest.readAtMs >= readingLastsMs) latest = { readAtMs: nowMs, isBusy: isTooBusy(readProcessorLoad()) };
  return latest.isBusy;
}

/** The processors' time in all, and what of it a hypervisor has given to others, since the start: proc_stat(5). */
export function readStolenTime(): { all: number; stolen: number } | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    // Without the time of guests, which is counted twice.
    const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
    return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
  } catch {
    return null;
  }
}

function readWaitingPercent(): number | null {
  try {
    const share = /^some avg10=([\d.]+)/.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1];
    return share === undefined ? null : Number(share);
  } catch {
    return null;
  }
}
