import { afterEach, expect, test } from 'vitest';
import { FreeCapacity, workerMemoryMb } from './free-capacity';

const opened: FreeCapacity[] = [];
afterEach(() => {
  for (const capacity of opened.splice(0)) capacity.close();
});

function open(freeMemoryMb: number | undefined, reservedMemoryMb = 200): FreeCapacity {
  const readFreeMemoryMb = freeMemoryMb === undefined ? undefined : () => freeMemoryMb;
  const capacity = new FreeCapacity({ reservedMemoryMb, readFreeMemoryMb });
  opened.push(capacity);
  return capacity;
}

test.each([
  [200 + 3 * workerMemoryMb, 0, 3],
  [200 + 3 * workerMemoryMb, 2, 1],
  [200 + 3 * workerMemoryMb, 5, 0],
  [200 + workerMemoryMb - 1, 0, 0],
  [50, 0, 0],
])('with %d MB free and %d workers about to use theirs there is room for %d', (freeMb, starting, room) => {
  expect(open(freeMb).read(starting)).toBe(room);
});

test('reads the memory of this machine', () => {
  expect(open(undefined, 0).read(0)).toBeGreaterThan(0);
  expect(open(undefined, 1e9).read(0)).toBe(0);
});

test('a process that runs late has no room, and has some again once it is on time', { timeout: 15_000 }, async () => {
  const capacity = open(1e6);
  const blockedUntilMs = performance.now() + 2_100;
  while (performance.now() < blockedUntilMs);
  expect(capacity.read(0)).toBe(0);
  await expect.poll(() => capacity.read(0), { timeout: 10_000, interval: 100 }).toBeGreaterThan(0);
});
