import { readFileSync } from 'node:fs';

/** How many files and sockets a process of ours may hold open (Linux; Node raises the soft limit to the hard one). */
export function openFileLimit(): number {
  const [, hard] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}
