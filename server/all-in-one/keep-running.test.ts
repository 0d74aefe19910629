import { expect, test } from 'vitest';
import type { Child } from './child';
import { keepRunning } from './keep-running';

/** Processes that end when the test says so. */
function fakeProcesses() {
  const started: { atMs: number; end(how: string): void }[] = [];
  const start = async (): Promise<Child> => {
    let end: (how: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    started.push({ atMs: performance.now(), end: (how) => end(how) });
    return {
      pid: started.length,
      ended,
      stop: async (signal) => end(`killed by ${signal}`),
    };
  };
  return { started, start };
}

test('starts again what has ended: later and later where it ends at once, without a delay where that is asked for', async () => {
  const { started, start } = fakeProcesses();
  const stopping = new AbortController();
  const stop = { signal: 'SIGTERM', timeoutMs: 0 } as const;
  const kept = await keepRunning({ name: 'fake', start, stop, stopping: stopping.signal });
  for (let ends = 0; ends < 5; ends++) {
    started.at(-1)?.end('exit code 1');
    await expect.poll(() => started.length, { interval: 1 }).toBe(ends + 2);
  }
  const delayMs = (index: number) => (started[index]?.atMs ?? 0) - (started[index - 1]?.atMs ?? 0);
  expect(delayMs(5)).toBeGreaterThan(399);
  await kept.restart();
  expect(started).toHaveLength(7);
  expect(delayMs(6)).toBeLessThan(399);
  stopping.abort();
  await kept.stop();
  expect(started).toHaveLength(7);
});
