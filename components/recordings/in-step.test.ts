import { expect, test } from 'vitest';
import type { RecordingRun } from '@/lib/contracts/recordings';
import { inStepWords, runsApart } from './in-step';

const run = (second: number, clock: RecordingRun['clock'], uncertaintyMs: number, apartMs: number | null = null) => ({
  start_us: second * 1e6,
  clock,
  uncertainty_ms: uncertaintyMs,
  apart_ms: apartMs,
  shift_ms: 0,
});
const timeline = (...runs: RecordingRun[]) => ({
  parts: [{ start_us: 0, duration_us: 100e6, begins_run: true }],
  runs,
});
const all = { startMs: 0, endMs: 100_000 };

test('the least sure of the shown cameras decides, with its clock', () => {
  const sure = [timeline(run(0, 'sound', 4))];
  const late = [timeline(run(0, 'sent', 8), run(50, 'arrival', 220))];
  expect(inStepWords([sure, late], { startMs: 0, endMs: 40_000 })).toBe('In step to 8 ms, by time of sending');
  expect(inStepWords([sure, late], all)).toBe('In step to 220 ms, by time of arrival');
  expect(inStepWords([sure, sure], all)).toBe('In step to 4 ms, by sound');
});

test('one camera alone is not in step with anything', () => {
  expect(inStepWords([[timeline(run(0, 'sent', 8))]], all)).toBeNull();
  expect(inStepWords([[timeline(run(0, 'sent', 8))], [timeline()]], all)).toBeNull();
});

test('a run that stands apart by more than a frame is named with its moment', () => {
  const timelines = [
    timeline(run(0, 'sent', 8), run(20, 'sent', 8, 65), run(40, 'sent', 8, -20), run(60, 'sent', 8, -70)),
  ];
  expect(runsApart(timelines, all).map(({ atMs, sentence }) => [atMs, sentence.slice(0, 45)])).toEqual([
    [20_000, 'From here on this camera is 65 ms later than '],
    [60_000, 'From here on this camera is 70 ms earlier tha'],
  ]);
  expect(runsApart(timelines, { startMs: 30_000, endMs: 50_000 })).toEqual([]);
});
