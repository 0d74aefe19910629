import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { withLimits } from './mux-limits';

test.skipIf(process.platform === 'win32')('a process that takes more memory than it may is refused it', () => {
  const greedy = [process.execPath, '-e', 'const kept = []; for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1));'];
  const [program = '', ...args] = withLimits({ maxMemoryMb: 768, userId: undefined }, greedy);
  const { status, signal } = spawnSync(program, args, { timeout: 30_000 });
  expect(status === 0 || signal === 'SIGTERM').toBe(false);
});
