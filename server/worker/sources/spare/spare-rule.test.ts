import { expect, test } from 'vitest';
import { SpareRule } from './spare-rule';

const afterMs = 1_000;

/** A rule, and what it says while time goes on in steps of 40 ms. */
function watch() {
  let nowMs = 0;
  let isSpareShown = false;
  const rule = new SpareRule(() => nowMs);
  const switches: string[] = [];
  /** @param camera whether it sends, after so many milliseconds */
  const run = (ms: number, camera: (ms: number) => boolean, hasSpare = true) => {
    const fromMs = nowMs;
    for (; nowMs < fromMs + ms; nowMs += 40) {
      if (camera(nowMs - fromMs)) rule.cameraCame();
      if (hasSpare) rule.spareCame();
      const next = isSpareShown ? !rule.mayCameraReturn : rule.maySpareShow(afterMs);
      if (next !== isSpareShown) switches.push(`${next ? 'spare' : 'camera'} at ${nowMs - fromMs}`);
      isSpareShown = next;
    }
    return switches.splice(0);
  };
  return { rule, run };
}

const always = () => true;
const never = () => false;

test('a lost camera is replaced after its time, and is back after five seconds of picture', () => {
  const { run } = watch();
  expect(run(3_000, always)).toEqual([]);
  expect(run(10_000, never)).toEqual(['spare at 960']);
  expect(run(10_000, always)).toEqual(['camera at 5000']);
});

test('a camera that comes and goes each second is replaced once', () => {
  const { run } = watch();
  run(3_000, always);
  expect(run(60_000, (ms) => ms % 2_080 < 1_040)).toEqual(['spare at 2000']);
});

test('a pause that is shorter than a second changes nothing', () => {
  const { run } = watch();
  run(3_000, always);
  expect(run(60_000, (ms) => ms % 2_000 < 1_200)).toEqual([]);
});

test('without a spare the camera stays, and a spare that comes late takes its place', () => {
  const { run } = watch();
  run(3_000, always);
  expect(run(5_000, never, false)).toEqual([]);
  expect(run(1_000, never)).toEqual(['spare at 0']);
});

test('a spare that is lost, too, gives the place back to a camera that is there', () => {
  const { run } = watch();
  run(3_000, always);
  run(3_000, never);
  expect(run(3_000, always, false)).toEqual(['camera at 960']);
});

test('a camera that never came gets ten seconds', () => {
  const { run } = watch();
  expect(run(20_000, never)).toEqual(['spare at 10000']);
});

test('a camera that connects again counts anew', () => {
  const { rule, run } = watch();
  run(3_000, always);
  run(3_000, never);
  run(4_000, always);
  rule.cameraInterrupted();
  expect(run(6_000, always)).toEqual(['camera at 5000']);
});

test('a camera that is given back by hand waits for that, but not once its spare is lost', () => {
  const { rule, run } = watch();
  rule.returnsByHand = true;
  run(3_000, always);
  expect(run(3_000, never)).toEqual(['spare at 960']);
  expect(run(60_000, always)).toEqual([]);
  expect(rule.doesCameraWait).toBe(true);
  rule.ask('camera', true);
  expect(run(1_000, always)).toEqual(['camera at 0']);
  rule.cameraReturned();
  expect(run(3_000, never)).toEqual(['spare at 960']);
  expect(run(3_000, always, false)).toEqual(['camera at 960']);
});

test('a lost camera that is given back returns with its next frame', () => {
  const { rule, run } = watch();
  run(3_000, always);
  run(3_000, never);
  rule.ask('camera', true);
  expect(run(3_000, never)).toEqual([]);
  expect(run(3_000, always)).toEqual(['camera at 0']);
});

test('to give back a place that the spare does not have changes nothing later', () => {
  const { rule, run } = watch();
  run(3_000, always);
  rule.ask('camera', false);
  expect(run(3_000, never)).toEqual(['spare at 960']);
  expect(run(6_000, always)).toEqual(['camera at 5000']);
});

test('a spare that somebody takes stays until it is given back, or is lost', () => {
  const { rule, run } = watch();
  run(3_000, always);
  rule.ask('spare', false);
  expect(rule.isCameraToLeave).toBe(true);
  expect(rule.maySpareShow(afterMs)).toBe(false);
  expect(rule.mayCameraReturn).toBe(false);
  run(60_000, always);
  expect(rule.mayCameraReturn).toBe(false);
  run(1_040, always, false);
  expect(rule.isCameraToLeave).toBe(false);
  expect(rule.mayCameraReturn).toBe(true);
});

test('a spare that is taken while the camera is gone is shown at once', () => {
  const { rule, run } = watch();
  expect(run(2_000, never)).toEqual([]);
  rule.ask('spare', false);
  expect(run(1_000, never)).toEqual(['spare at 0']);
});

test('how long a spare is missing is told from its last frame, or from the start', () => {
  const { rule, run } = watch();
  run(3_000, always, false);
  expect(rule.spareMissingMs).toBe(3_000);
  run(3_000, always);
  expect(rule.spareMissingMs).toBeNull();
  rule.spareInterrupted();
  run(400, always, false);
  expect(rule.spareMissingMs).toBe(440);
});
