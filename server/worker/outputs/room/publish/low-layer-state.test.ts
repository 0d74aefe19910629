import { expect, test } from 'vitest';
import type { Layer } from '../transcode/layer-format';
import {
  introductionMs,
  isNeeded,
  isSeedDue,
  type LowLayerEvent,
  type LowLayerState,
  transition,
  unpublished,
} from './low-layer-state';

const forever = Number.POSITIVE_INFINITY;
const both = { low: true, source: true };
const onlyLow = { low: true, source: false };
const neither = { low: false, source: false };

const watched = (layers: Record<Layer, boolean>): LowLayerEvent => ({ type: 'watched', watched: layers });
const viewers = (count: number): LowLayerEvent => ({ type: 'viewers', count });
const requested = (layer: Layer): LowLayerEvent => ({ type: 'keyframe requested', layer });
const sent = (layer: Layer): LowLayerEvent => ({ type: 'keyframe sent', layer });
const timeOut: LowLayerEvent = { type: 'time out' };
const sourceLate: LowLayerEvent = { type: 'source late' };

/** One viewer, both layers watched, and LiveKit has had keyframes of both. */
const state = (name: LowLayerState['name'], known: Partial<LowLayerState> = {}): LowLayerState => ({
  ...unpublished,
  name,
  watched: both,
  viewerCount: 1,
  wantedSinceMs: 0,
  keyframeMs: { low: 0, source: 0 },
  isSeen: true,
  ...known,
});
const introducing = state('introducing', { wantedSinceMs: forever });
const unwatched = state('on', { watched: neither });

test.each<[what: string, from: LowLayerState, event: LowLayerEvent, name: LowLayerState['name'], lastsMs: number]>([
  ['unpublished: the tracks are published', unpublished, { type: 'published' }, 'introducing', introductionMs],
  ['introducing: both layers are watched', introducing, watched(both), 'settling', 5_000],
  ['introducing: the low layer is watched', introducing, watched(onlyLow), 'on', forever],
  ['introducing: nobody says who watches', introducing, timeOut, 'on', forever],
  ['unwatched: the low layer is watched', unwatched, watched(onlyLow), 'on', forever],
  ['unwatched: both layers are watched', unwatched, watched(both), 'waiting', 1_000],
  ['waiting: the low layer is requested', state('waiting'), requested('low'), 'on', forever],
  ['waiting: only the low layer is watched', state('waiting'), watched(onlyLow), 'on', forever],
  ['waiting: no source keyframe can be made', state('waiting'), sourceLate, 'settling', 5_000],
  ['waiting: a second is over', state('waiting'), timeOut, 'settling', 5_000],
  ['waiting with two viewers: a second is over', state('waiting', { viewerCount: 2 }), timeOut, 'on', forever],
  ['only the low layer is watched: both are', state('on', { watched: onlyLow }), watched(both), 'settling', 5_000],
  ['two viewers: one goes', state('on', { viewerCount: 2 }), viewers(1), 'settling', 5_000],
  ['stepped down: a second viewer goes', state('on', { turnedTo: 'low' }), viewers(1), 'on', forever],
  [
    'stepped down from off: the source layer is requested',
    state('on', { turnedTo: 'low', settleMs: 60_000 }),
    requested('source'),
    'settling',
    60_000,
  ],
  ['settling: another viewer comes', state('settling'), viewers(2), 'on', forever],
  ['settling: the viewer count is announced again', state('settling'), viewers(1), 'settling', 5_000],
  ['settling: the low layer is requested', state('settling'), requested('low'), 'on', forever],
  ['settling: the source layer is requested', state('settling'), requested('source'), 'settling', 5_000],
  ['settling: nobody watches', state('settling'), watched(neither), 'on', forever],
  ['settling: its time is over', state('settling'), timeOut, 'off', forever],
  ['off: another viewer comes', state('off'), viewers(2), 'on', forever],
  ['off: the viewer count is announced again', state('off'), viewers(1), 'settling', 5_000],
  ['off: the low layer is requested', state('off'), requested('low'), 'on', forever],
  ['off: only the low layer is watched', state('off'), watched(onlyLow), 'on', forever],
])('%s', (_what, from, event, name, lastsMs) => {
  expect(transition(from, event, 10_000)).toMatchObject({ name, untilMs: 10_000 + lastsMs });
});

test.each<[what: string, from: LowLayerState, event: LowLayerEvent]>([
  ['introducing: a viewer comes', introducing, viewers(2)],
  ['introducing: the low layer is requested', introducing, requested('low')],
  ['introducing: the source layer is requested', introducing, requested('source')],
  ['waiting: another viewer comes', state('waiting'), viewers(2)],
  ['waiting: both layers are still watched', state('waiting'), watched(both)],
  ['waiting: the source layer is requested', state('waiting'), requested('source')],
  [
    'waiting: LiveKit requests a keyframe that it has just had',
    state('waiting', { keyframeMs: { low: 9_900, source: 0 } }),
    requested('low'),
  ],
  ['on: no source keyframe can be made', state('on'), sourceLate],
  ['settling: no source keyframe can be made', state('settling'), sourceLate],
  ['off: no source keyframe can be made', state('off'), sourceLate],
  ['off: the source layer is requested', state('off'), requested('source')],
])('no change: %s', (_what, from, event) => {
  const { name, untilMs } = transition({ ...from, untilMs: 10_500 }, event, 10_000);
  expect({ name, untilMs }).toEqual({ name: from.name, untilMs: 10_500 });
});

test.each<[LowLayerState['name'], boolean]>([
  ['introducing', true],
  ['waiting', false],
  ['on', true],
  ['settling', true],
  ['off', false],
])('the low layer is needed while %s: %s', (name, needed) => {
  expect(isNeeded(state(name))).toBe(needed);
});

/** A room in which time passes. */
class Scene {
  nowMs = 0;
  state = unpublished;
  /** The values of `isNeeded`, at each change. */
  readonly changes: boolean[] = [];

  constructor() {
    this.add({ type: 'published' });
  }

  add(...events: LowLayerEvent[]): void {
    for (const event of events) {
      const wasNeeded = this.isNeeded;
      this.state = transition(this.state, event, this.nowMs);
      if (this.isNeeded !== wasNeeded) this.changes.push(this.isNeeded);
    }
  }

  pass(ms: number): void {
    const endMs = this.nowMs + ms;
    while (this.state.untilMs <= endMs) {
      this.nowMs = this.state.untilMs;
      this.add(timeOut);
    }
    this.nowMs = endMs;
  }

  get isNeeded(): boolean {
    return isNeeded(this.state);
  }

  get isSeedDue(): boolean {
    return isSeedDue(this.state, this.nowMs);
  }
}

/** One viewer, who has watched the source layer for a while. */
function settled(): Scene {
  const scene = new Scene();
  scene.add(viewers(1), watched(both), requested('source'), sent('low'));
  scene.pass(4_900);
  expect(scene.changes).toEqual([]);
  scene.pass(200);
  expect(scene.changes).toEqual([false]);
  return scene;
}

test('is not needed once the only viewer has the source layer, packets of which may be lost', () => {
  const scene = settled();
  scene.add(requested('source'));
  expect(scene.changes).toEqual([false]);
});

test('is needed when another viewer comes, until that one goes', () => {
  const scene = settled();
  scene.add(viewers(2));
  expect(scene.isNeeded).toBe(true);
  scene.pass(100_000);
  expect(scene.isNeeded).toBe(true);
  scene.add(viewers(1));
  scene.pass(5_100);
  expect(scene.isNeeded).toBe(false);
});

test('is needed when LiveKit steps down, and for a minute after it has stepped up again', () => {
  const scene = settled();
  scene.add(requested('low'));
  scene.pass(100_000);
  expect(scene.isNeeded).toBe(true);
  scene.add(requested('source'));
  scene.pass(50_000);
  expect(scene.isNeeded).toBe(true);
  scene.pass(15_000);
  expect(scene.isNeeded).toBe(false);
});

test('is needed for only five seconds again once the minute after a step down is over', () => {
  const scene = settled();
  scene.add(requested('low'), requested('source'));
  scene.pass(60_100);
  scene.add(viewers(2), viewers(1));
  scene.pass(5_100);
  expect(scene.isNeeded).toBe(false);
});

test('is needed by a viewer who watches it alone, and before anybody has settled', () => {
  const scene = new Scene();
  scene.add(viewers(1), watched(onlyLow));
  scene.pass(100_000);
  expect(scene.isNeeded).toBe(true);
  scene.add(watched(both), requested('low'), requested('source'));
  scene.pass(5_100);
  expect(scene.isNeeded).toBe(false);
});

/** The first viewer wants the source layer of a new camera, or of one that has been there. */
function beginning({ isNewCamera } = { isNewCamera: false }): Scene {
  const scene = new Scene();
  scene.add(sent('low'));
  if (!isNewCamera) scene.add(watched(neither));
  scene.add(watched(both), requested('source'), viewers(1));
  return scene;
}

test.each<[string, (scene: Scene) => void]>([
  ['LiveKit asks for it', (scene) => scene.add(requested('low'))],
  ['the source layer is late', (scene) => scene.add(sourceLate)],
  ['a second is over', (scene) => scene.pass(600)],
])('is not needed by a first viewer who wants the source layer, until %s', (_what, happens) => {
  const scene = beginning();
  scene.pass(500);
  expect(scene.isNeeded).toBe(false);
  happens(scene);
  expect(scene.isNeeded).toBe(true);
});

test.each([
  [300, null, true],
  [950, null, false],
  [2_000, null, false],
  [950, 900, false],
  [950, 700, true],
  [2_000, 1_300, true],
])(
  'stays needed after LiveKit has asked for it %i ms after it came to want both, its keyframe at %s ms: %s',
  (askedMs, sentMs, needed) => {
    for (const isNewCamera of [false, true]) {
      const scene = beginning({ isNewCamera });
      scene.pass(sentMs ?? 0);
      if (sentMs !== null) scene.add(sent('low'));
      scene.pass(askedMs - (sentMs ?? 0));
      scene.add(requested('low'));
      scene.pass(5_100);
      expect(scene.isNeeded).toBe(needed);
    }
  },
);

test('stays needed after LiveKit has asked for it and had a seed before', () => {
  const scene = beginning();
  scene.add(sent('source'));
  scene.pass(500);
  expect(scene.isSeedDue).toBe(true);
  scene.add({ type: 'seeded' }, sent('low'));
  scene.pass(400);
  scene.add(requested('low'));
  scene.pass(5_100);
  expect(scene.isNeeded).toBe(true);
});

test('LiveKit gets one keyframe of the low layer once somebody has the source layer, unless it has had one', () => {
  const scene = beginning();
  scene.pass(500);
  expect(scene.isSeedDue, 'no keyframe of the source layer yet').toBe(false);
  scene.add(sent('source'));
  expect(scene.isSeedDue).toBe(false);
  scene.pass(200);
  expect(scene.isSeedDue).toBe(true);
  scene.add({ type: 'seeded' });
  expect(scene.isSeedDue).toBe(false);

  scene.add(watched(neither), watched(both), sent('low'), sent('source'));
  scene.pass(500);
  expect(scene.isSeedDue).toBe(false);
});

test('is no longer needed once the source layer has come late', () => {
  const scene = beginning();
  for (let second = 0; second < 8; second++) {
    scene.add(requested('source'), sourceLate);
    expect(scene.isNeeded).toBe(true);
    scene.pass(1_000);
  }
  scene.pass(4_100);
  expect(scene.isNeeded).toBe(false);
});

test('is needed while LiveKit asks for it and has had none, but such a request says nothing about viewers', () => {
  const scene = new Scene();
  for (const layers of [neither, both]) scene.add(requested('low'), watched(layers));
  scene.add(viewers(1));
  for (let count = 0; count < 20; count++) {
    scene.pass(1_000);
    scene.add(requested('low'));
    expect(scene.isNeeded).toBe(true);
  }
  scene.add(sent('low'));
  scene.pass(5_100);
  expect(scene.isNeeded).toBe(false);
});

test('stays needed by the viewer who watches it when another one wants the source layer', () => {
  const scene = new Scene();
  scene.add(watched(neither), watched(onlyLow), watched(both));
  expect(scene.isNeeded).toBe(true);
});
