import { existsSync, readFileSync } from 'node:fs';

const file = '/proc/stat';

/**
 * Watches how much of its processors a virtual machine does not get, for what is measured then says little.
 * @returns a function that tells the percentage since the beginning; 0 where the kernel does not say (proc_stat(5), steal)
 */
export function watchStolen(): () => number {
  const before = readTicks();
  return () => {
    const after = readTicks();
    return (100 * (after.stolen - before.stolen)) / Math.max(1, after.all - before.all);
  };
}

function readTicks(): { all: number; stolen: number } {
  if (!existsSync(file)) return { all: 0, stolen: 0 };
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  // cpu, user, nice, system, idle, iowait, irq, softirq, steal; what follows is counted in user and nice already.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 };
}
