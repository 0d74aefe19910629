import { expect, test } from 'vitest';
import { RestartPause } from './restart-pause';

/** How long from now until it may start again. */
function pauseMs(pause: RestartPause, clock: { nowMs: number }): number {
  const startMs = clock.nowMs;
  while (!pause.isOver) clock.nowMs += 10;
  return clock.nowMs - startMs;
}

test('pauses grow to five seconds, and are short again after a calm while', () => {
  const clock = { nowMs: 0 };
  const pause = new RestartPause(() => clock.nowMs);
  expect(pause.isOver).toBe(true);
  const pauses: number[] = [];
  for (let count = 0; count < 10; count++) {
    pause.begin();
    pauses.push(pauseMs(pause, clock));
  }
  expect(pauses[0]).toBeLessThanOrEqual(100);
  for (const ms of pauses.slice(7)) {
    expect(ms).toBeGreaterThanOrEqual(2_500);
    expect(ms).toBeLessThanOrEqual(5_000);
  }
  clock.nowMs += 10_000;
  pause.begin();
  expect(pauseMs(pause, clock)).toBeLessThanOrEqual(100);
});

test('a new start does not wait for former failures', () => {
  const pause = new RestartPause(() => 0);
  pause.begin();
  expect(pause.isOver).toBe(false);
  pause.reset();
  expect(pause.isOver).toBe(true);
});
