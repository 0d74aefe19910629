import { expect, test } from 'vitest';
import { UnitPlacer } from './unit-placer';

const ticks = (ms: number) => ms * 90;

test('units in order keep their times', () => {
  const placer = new UnitPlacer();
  for (const ms of [1_000, 1_040, 1_080]) expect(placer.place(ms, ms)).toEqual({ pts: ticks(ms), dts: ticks(ms) });
  expect(placer.untilMs).toBe(1_080);
});

test('behind frames that are not reordered, those of an encoder that reorders keep the time at which they are shown', () => {
  const placer = new UnitPlacer();
  placer.place(1_000, 1_000);
  const reordered = [
    [1_040, 960],
    [1_160, 1_000],
    [1_080, 1_040],
    [1_120, 1_080],
  ] as const;
  const placed = reordered.map(([ptsMs, dtsMs]) => placer.place(ptsMs, dtsMs));
  expect(placed.map(({ pts }) => pts)).toEqual(reordered.map(([ptsMs]) => ticks(ptsMs)));
  expect(placed.map(({ dts }) => dts)).toEqual([1_001, 1_002, 1_040, 1_080].map(ticks));
  expect(placer.untilMs).toBe(1_160);
});

test('what comes too late is shown as soon as it can be', () => {
  const placer = new UnitPlacer();
  placer.place(2_000, 2_000);
  expect(placer.place(1_500, 1_500)).toEqual({ pts: ticks(2_001), dts: ticks(2_001) });
});

test('a unit without a time of its own to be decoded at follows the one before', () => {
  const placer = new UnitPlacer();
  placer.place(1_000, 1_000);
  expect(placer.place(1_040, null)).toEqual({ pts: ticks(1_040), dts: ticks(1_001) });
});
