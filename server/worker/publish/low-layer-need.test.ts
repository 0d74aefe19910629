import { beforeEach, expect, test, vi } from 'vitest';
import { LowLayerNeed } from './low-layer-need';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const both = { q: true, h: true };

/** One viewer, who has had the source layer for long. */
function settled(): LowLayerNeed {
  const need = new LowLayerNeed(() => undefined);
  need.setViewerCount(1);
  need.setWatched(both);
  need.keyframeRequested('q');
  need.keyframeRequested('h');
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(2_500);
  return need;
}

test('a viewer who waited for the source layer and has it needs no low layer, which is announced', () => {
  const onChange = vi.fn();
  const need = new LowLayerNeed(onChange);
  need.setViewerCount(1);
  need.setWatched(both);
  for (let second = 0; second < 10; second++) {
    need.keyframeRequested('h');
    vi.advanceTimersByTime(1_000);
  }
  expect(need.isNeeded, 'before a keyframe of the source layer').toBe(true);
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(2_499);
  expect(need.isNeeded, 'LiveKit may ask again').toBe(true);
  onChange.mockClear();
  vi.advanceTimersByTime(1);
  expect(need.isNeeded).toBe(false);
  expect(onChange).toHaveBeenCalledOnce();
});

test('a viewer whom LiveKit leaves with the low layer goes on needing it', () => {
  const need = new LowLayerNeed(() => undefined);
  need.setViewerCount(1);
  need.setWatched(both);
  need.keyframeRequested('q');
  for (let second = 0; second < 20; second++) {
    need.sourceKeyframeSent();
    vi.advanceTimersByTime(1_000);
  }
  expect(need.isNeeded).toBe(true);
});

test('a request for the source layer that LiveKit has given up does not count', () => {
  const need = new LowLayerNeed(() => undefined);
  need.setViewerCount(1);
  need.setWatched(both);
  need.keyframeRequested('h');
  vi.advanceTimersByTime(2_500);
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(10_000);
  expect(need.isNeeded).toBe(true);
});

test('a request that comes before the report that the source layer is watched counts', () => {
  const need = new LowLayerNeed(() => undefined);
  need.keyframeRequested('h');
  need.setViewerCount(1);
  need.setWatched(both);
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(2_500);
  expect(need.isNeeded).toBe(false);
});

test('a keyframe of the source layer that LiveKit does not use is followed by another request', () => {
  const need = new LowLayerNeed(() => undefined);
  need.setViewerCount(1);
  need.setWatched(both);
  for (let second = 0; second < 20; second++) {
    need.keyframeRequested('h');
    need.sourceKeyframeSent();
    vi.advanceTimersByTime(1_000);
  }
  expect(need.isNeeded).toBe(true);
});

test.each<[string, (need: LowLayerNeed) => void]>([
  ['LiveKit is about to step down', (need) => need.keyframeRequested('q')],
  ['somebody comes', (need) => need.setViewerCount(2)],
  ['only the low layer is watched', (need) => need.setWatched({ q: true, h: false })],
])('it is needed at once when %s', (_, happen) => {
  const need = settled();
  expect(need.isNeeded).toBe(false);
  happen(need);
  expect(need.isNeeded).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(need.isNeeded).toBe(true);
});

test('a keyframe that the viewer of the source layer lost, or an unchanged report, changes nothing', () => {
  const need = settled();
  need.keyframeRequested('h');
  need.setWatched(both);
  expect(need.isNeeded).toBe(false);
});

test('with two viewers, or nobody to be seen, it is needed for as long as it is watched', () => {
  for (const count of [0, 2]) {
    const need = new LowLayerNeed(() => undefined);
    need.setViewerCount(count);
    need.setWatched(both);
    need.keyframeRequested('h');
    need.sourceKeyframeSent();
    vi.advanceTimersByTime(10_000);
    expect(need.isNeeded).toBe(true);
    need.setWatched({ q: false, h: false });
    expect(need.isNeeded).toBe(false);
  }
});
