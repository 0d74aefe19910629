import { expect, test } from 'vitest';
import { WorkingClock } from './clock';

test('leaves out the time in which the process is paused, and no other', () => {
  let nowMs = 1_000;
  const clock = new WorkingClock({ nowMs: () => nowMs, after: () => () => undefined });
  const startMs = clock.nowMs();
  for (let count = 0; count < 40; count++) {
    nowMs += 250;
    clock.nowMs();
  }
  expect(clock.nowMs() - startMs).toBe(10_000);
  nowMs += 20_000;
  expect(clock.nowMs() - startMs, 'a pause of twenty seconds').toBe(10_250);
  nowMs += 300;
  expect(clock.nowMs() - startMs).toBe(10_550);
});
