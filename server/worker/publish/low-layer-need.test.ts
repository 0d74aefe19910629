import { beforeEach, expect, test, vi } from 'vitest';
import { LowLayerNeed } from './low-layer-need';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const make = () => new LowLayerNeed(() => undefined);

/** One viewer, who has had the source layer for long. */
function settled(): LowLayerNeed {
  const need = make();
  need.setViewerCount(1);
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
  for (let second = 0; second < 10; second++) {
    need.keyframeRequested('h');
    vi.advanceTimersByTime(1_000);
  }
  expect(need.isNeeded, 'before a keyframe of the source layer').toBe(true);
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(2_499);
  expect(need.isNeeded, 'LiveKit may ask again').toBe(true);
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(need.isNeeded).toBe(false);
  expect(onChange.mock.calls).toEqual([[false]]);
});

test('a first viewer who is announced after having asked counts as the one who asked', () => {
  for (const lateMs of [1_000, 3_000]) {
    const need = make();
    need.keyframeRequested('h');
    need.sourceKeyframeSent();
    vi.advanceTimersByTime(lateMs);
    expect(need.isNeeded, 'while nobody is known').toBe(true);
    need.setViewerCount(1);
    vi.advanceTimersByTime(2_500);
    expect(need.isNeeded).toBe(false);
  }
});

test('a viewer whom LiveKit leaves with the low layer goes on needing it', () => {
  const need = make();
  need.setViewerCount(1);
  need.keyframeRequested('q');
  for (let second = 0; second < 20; second++) {
    need.sourceKeyframeSent();
    vi.advanceTimersByTime(1_000);
  }
  expect(need.isNeeded).toBe(true);
});

test('a keyframe of the source layer that LiveKit does not use is followed by another request', () => {
  const need = make();
  need.setViewerCount(1);
  for (let second = 0; second < 20; second++) {
    need.keyframeRequested('h');
    need.sourceKeyframeSent();
    vi.advanceTimersByTime(1_000);
  }
  expect(need.isNeeded).toBe(true);
});

test('a request for the source layer that LiveKit has given up does not count', () => {
  const need = make();
  need.setViewerCount(1);
  need.keyframeRequested('h');
  vi.advanceTimersByTime(2_500);
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(10_000);
  expect(need.isNeeded).toBe(true);
});

test.each<[string, (need: LowLayerNeed) => void]>([
  ['LiveKit is about to step down', (need) => need.keyframeRequested('q')],
  ['somebody comes', (need) => need.setViewerCount(2)],
  ['the viewer goes', (need) => need.setViewerCount(0)],
  ['only the low layer is watched', (need) => need.watchedReported({ q: true, h: false })],
])('it is needed at once when %s', (_, happen) => {
  const need = settled();
  expect(need.isNeeded).toBe(false);
  happen(need);
  expect(need.isNeeded).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(need.isNeeded).toBe(true);
});

test('a report that changes nothing changes nothing', () => {
  const need = settled();
  need.watchedReported({ q: true, h: true });
  expect(need.isNeeded).toBe(false);
});

test('who asks for the source layer has the low one until a while after its next keyframe', () => {
  const need = settled();
  need.keyframeRequested('h');
  expect(need.isNeeded).toBe(true);
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(2_499);
  expect(need.isNeeded).toBe(true);
  vi.advanceTimersByTime(1);
  expect(need.isNeeded).toBe(false);
});

test('of two viewers one may need it, and who is left may be that one', () => {
  const need = make();
  need.setViewerCount(2);
  need.keyframeRequested('h');
  need.sourceKeyframeSent();
  vi.advanceTimersByTime(10_000);
  expect(need.isNeeded).toBe(true);
  need.setViewerCount(1);
  vi.advanceTimersByTime(10_000);
  expect(need.isNeeded).toBe(true);
});
