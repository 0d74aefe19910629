import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seed } from './low-layer-filler';
import { LowLayerNeed } from './low-layer-need';

const both = { low: true, source: true };
const [keyframe, slice] = [[Buffer.of(0x67), Buffer.of(0x65)], [Buffer.of(0x41)]];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** One viewer, who watches the source layer and has done so for a while. */
function settled() {
  const changes: boolean[] = [];
  const need: LowLayerNeed = new LowLayerNeed(() => changes.push(need.isNeeded));
  need.setViewerCount(1);
  need.setWatched(both);
  need.keyframeRequested('source');
  need.accessUnitSent('low', keyframe);
  vi.advanceTimersByTime(4_900);
  expect(changes).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(changes).toEqual([false]);
  return { need, changes };
}

test('is not needed once the only viewer has the source layer, packets of which may be lost', () => {
  const { need, changes } = settled();
  need.keyframeRequested('source');
  expect(changes).toEqual([false]);
});

test('is needed when another viewer comes, until that one goes', () => {
  const { need } = settled();
  need.setViewerCount(2);
  expect(need.isNeeded).toBe(true);
  vi.advanceTimersByTime(100_000);
  expect(need.isNeeded).toBe(true);
  need.setViewerCount(1);
  vi.advanceTimersByTime(5_100);
  expect(need.isNeeded).toBe(false);
});

test('is needed when LiveKit steps down, and for a minute after it has stepped up again', () => {
  const { need } = settled();
  need.keyframeRequested('low');
  vi.advanceTimersByTime(100_000);
  expect(need.isNeeded).toBe(true);
  need.keyframeRequested('source');
  vi.advanceTimersByTime(50_000);
  expect(need.isNeeded).toBe(true);
  vi.advanceTimersByTime(15_000);
  expect(need.isNeeded).toBe(false);
});

test('is needed by who watches it alone, and before anybody has settled', () => {
  const need = new LowLayerNeed(() => undefined);
  need.setViewerCount(1);
  need.setWatched({ low: true, source: false });
  vi.advanceTimersByTime(100_000);
  expect(need.isNeeded).toBe(true);
  need.setWatched(both);
  need.keyframeRequested('low');
  need.keyframeRequested('source');
  vi.advanceTimersByTime(5_100);
  expect(need.isNeeded).toBe(false);
});

/** The first viewer, who wants the source layer, of a camera that comes or has been there. */
function beginning({ isNewCamera } = { isNewCamera: false }) {
  const need = new LowLayerNeed(() => undefined);
  need.accessUnitSent('low', keyframe);
  if (!isNewCamera) need.setWatched({ low: false, source: false });
  need.setWatched(both);
  need.keyframeRequested('source');
  need.setViewerCount(1);
  return need;
}

test.each<[string, (need: LowLayerNeed) => void]>([
  ['LiveKit asks for it', (need) => need.keyframeRequested('low')],
  ['the source layer is late', (need) => need.sourceIsLate()],
  ['a second is over', () => vi.advanceTimersByTime(600)],
])('is not needed by a first viewer who wants the source layer, until %s', (_what, happens) => {
  const need = beginning();
  vi.advanceTimersByTime(500);
  expect(need.isNeeded).toBe(false);
  happens(need);
  expect(need.isNeeded).toBe(true);
});

test.each([
  [300, null, true],
  [950, null, false],
  [2_000, null, false],
  [950, 900, false],
  [950, 700, true],
  [2_000, 1_300, true],
])(
  'is needed on after LiveKit has asked for it %i ms after it came to want both, its keyframe at %s ms: %s',
  (askedMs, sentMs, isNeeded) => {
    for (const isNewCamera of [false, true]) {
      const need = beginning({ isNewCamera });
      vi.advanceTimersByTime(sentMs ?? 0);
      need.accessUnitSent('low', sentMs ? keyframe : slice);
      vi.advanceTimersByTime(askedMs - (sentMs ?? 0));
      need.keyframeRequested('low');
      vi.advanceTimersByTime(5_100);
      expect(need.isNeeded).toBe(isNeeded);
    }
  },
);

test('is needed on after LiveKit has asked for it, and had a seed before', () => {
  const need = beginning();
  need.accessUnitSent('source', keyframe);
  vi.advanceTimersByTime(500);
  expect(need.takeSeed()).toBe(true);
  need.accessUnitSent('low', seed);
  vi.advanceTimersByTime(400);
  need.keyframeRequested('low');
  vi.advanceTimersByTime(5_100);
  expect(need.isNeeded).toBe(true);
});

test('LiveKit is to have one keyframe of the low layer once somebody has the source layer, unless it has had one', () => {
  const need = beginning();
  need.accessUnitSent('source', slice);
  vi.advanceTimersByTime(500);
  expect(need.takeSeed(), 'no keyframe of the source layer yet').toBe(false);
  need.accessUnitSent('source', keyframe);
  expect(need.takeSeed()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(need.takeSeed()).toBe(true);
  expect(need.takeSeed()).toBe(false);

  need.setWatched({ low: false, source: false });
  need.setWatched(both);
  for (const layer of ['low', 'source'] as const) need.accessUnitSent(layer, keyframe);
  vi.advanceTimersByTime(500);
  expect(need.takeSeed()).toBe(false);
});

test('is needed no longer once the source layer has come late', () => {
  const need = beginning();
  for (let second = 0; second < 8; second++) {
    need.keyframeRequested('source');
    need.sourceIsLate();
    expect(need.isNeeded).toBe(true);
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(4_100);
  expect(need.isNeeded).toBe(false);
});

test('is needed for as long as LiveKit asks for it and has had none of it, but tells nothing of who watches by that', () => {
  const need = new LowLayerNeed(() => undefined);
  for (const watched of [{ low: false, source: false }, both]) {
    need.keyframeRequested('low');
    need.setWatched(watched);
  }
  need.setViewerCount(1);
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(1_000);
    need.keyframeRequested('low');
    expect(need.isNeeded).toBe(true);
  }
  need.accessUnitSent('low', keyframe);
  vi.advanceTimersByTime(5_100);
  expect(need.isNeeded).toBe(false);
});

test('is needed on by whoever watches it when another one wants the source layer', () => {
  const need = new LowLayerNeed(() => undefined);
  need.setWatched({ low: false, source: false });
  need.setWatched({ low: true, source: false });
  need.setWatched(both);
  expect(need.isNeeded).toBe(true);
});
