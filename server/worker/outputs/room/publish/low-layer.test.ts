import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Layer } from '../transcode/layer-format';
import { LowLayer } from './low-layer';

const ms = 90;
const both = { low: true, source: true };
const neither = { low: false, source: false };
const [keyframe, slice] = [[Buffer.of(0x67), Buffer.of(0x65)], [Buffer.of(0x41)]];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Sent {
  layer: Layer;
  payloads: Buffer[];
  ticks: number;
  capturedTicks: number;
}

/** The low layer of a room with published tracks and one viewer. */
function start({ canBridge = true, isPublished = true } = {}) {
  const startMs = performance.now();
  const sent: Sent[] = [];
  /** Requested keyframes and changes of what to make, each with its time since the start. */
  const log: string[] = [];
  const add = (what: string) => log.push(`${what} ${performance.now() - startMs}`);
  const lowLayer = new LowLayer({
    media: {
      send(layer, payloads, ticks, capturedTicks = ticks) {
        if (layer !== 'audio') sent.push({ layer, payloads, ticks, capturedTicks });
      },
    },
    onWatched: ({ low, source }) => add(`make ${[low && 'low', source && 'source'].filter(Boolean).join(' ')}`.trim()),
    requestKeyframe: async (layer) => {
      add(layer);
      return layer === 'low' || canBridge;
    },
  });
  if (isPublished) lowLayer.published();
  lowLayer.setViewerCount(1);
  /** Sends an access unit of the source layer. @returns what is sent of the low layer with it */
  const source = (atMs: number, payloads = slice) => {
    const count = sent.length;
    lowLayer.addAccessUnit('source', payloads, atMs * ms);
    return sent.slice(count).find(({ layer }) => layer === 'low');
  };
  /** Sends an access unit of the low layer. */
  const low = (atMs: number, payloads = slice) => {
    lowLayer.addAccessUnit('low', payloads, atMs * ms);
    return sent.at(-1);
  };
  const setUp = (atMs = 0) => {
    source(atMs);
    vi.advanceTimersByTime(150);
  };
  /** The only viewer keeps the source layer until the low layer stops. */
  const settle = () => {
    lowLayer.setWatched(both);
    vi.advanceTimersByTime(5_000);
    expect(log.at(-1)).toMatch(/^make source /);
  };
  return { lowLayer, sent, log, source, low, setUp, settle };
}

test('both layers are made until LiveKit says who watches, for at most 12 seconds', () => {
  const { lowLayer, log } = start();
  expect(lowLayer.isWatched).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(lowLayer.isWatched).toBe(false);
  expect(log).toEqual(['make low source 0', 'make 12000']);
});

test('the low layer stops once the only viewer has had the source layer for five seconds, until another comes', () => {
  const { lowLayer, log } = start();
  lowLayer.setWatched(both);
  vi.advanceTimersByTime(10_000);
  lowLayer.setViewerCount(2);
  expect(log.filter((line) => line.startsWith('make'))).toEqual([
    'make low source 0',
    'make low source 0',
    'make source 5000',
    'make low source 10000',
  ]);
});

test('a layer begins with a keyframe when LiveKit says that it is newly watched', () => {
  const { lowLayer, log } = start();
  lowLayer.setWatched(neither);
  lowLayer.setWatched({ low: true, source: false });
  lowLayer.setWatched(both);
  lowLayer.setWatched(both);
  expect(log.filter((line) => !line.startsWith('make'))).toEqual(['low 0', 'source 0']);
});

test('nothing is sent before the tracks are published', () => {
  const { lowLayer, sent, source, low } = start({ isPublished: false });
  source(0);
  low(0);
  vi.advanceTimersByTime(1_000);
  source(1_000);
  expect(sent).toEqual([]);
  lowLayer.published();
  source(2_000);
  expect(sent.map(({ layer, ticks }) => [layer, ticks])).toEqual([
    ['low', 2_000 * ms],
    ['source', 2_000 * ms],
  ]);
});

test('makes and reports nothing after it is closed', () => {
  const { lowLayer, log } = start();
  lowLayer.setWatched(both);
  const before = [...log];
  lowLayer.close();
  lowLayer.setViewerCount(2);
  vi.advanceTimersByTime(60_000);
  expect(log).toEqual(before);
});

test('the first packet of each layer comes alone, and what follows in the next 150 ms is kept back', () => {
  const { sent, source, low } = start();
  source(1_000);
  low(1_040);
  vi.advanceTimersByTime(149);
  source(1_140);
  expect(sent.map(({ layer, ticks }) => [layer, ticks])).toEqual([
    ['low', 1_000 * ms],
    ['source', 1_000 * ms],
  ]);
  expect(sent.map(({ payloads }) => payloads.length)).toEqual([1, 1]);
  vi.advanceTimersByTime(1);
  source(1_180);
  expect(sent).toHaveLength(3);
});

test('the low layer begins once, with another keyframe', () => {
  const { log, setUp, low } = start();
  setUp();
  low(200);
  low(240);
  expect(log).toEqual(['make low source 0', 'low 150']);
});

test('filler comes five times a second, at 400 kbit/s, while the low layer does not', () => {
  const { setUp, settle, source } = start();
  setUp();
  settle();
  let bytes = 0;
  for (let second = 1; second <= 10; second++) {
    for (let frame = 0; frame < 25; frame++) {
      for (const payload of source(second * 1_000 + frame * 40)?.payloads ?? []) bytes += payload.length;
    }
  }
  expect(bytes * 8).toBeGreaterThan(3_900_000);
  expect(bytes * 8).toBeLessThan(4_200_000);
});

test('an access unit of the low layer that lags behind the source layer is not older than filler', () => {
  const { lowLayer, setUp, source } = start();
  setUp(5_000);
  expect(source(5_100)).toBeUndefined();
  expect(source(5_200)?.ticks).toBe(5_000 * ms + 1);
  expect(source(5_400)?.ticks).toBe(5_000 * ms + 2);
  lowLayer.setWatched(neither);
  lowLayer.setWatched(both);
  expect(source(9_000)?.ticks).toBe(8_000 * ms);
});

test('a late access unit gets a current timestamp, because LiveKit turns to none that is 50 ms behind', () => {
  const { setUp, source, low } = start();
  setUp();
  source(1_000);
  expect(low(980)?.ticks).toBe(980 * ms);
  for (const atMs of [1_040, 1_080, 1_120]) source(atMs);
  expect(low(1_020)).toMatchObject({ ticks: 1_080 * ms, capturedTicks: 1_020 * ms });
  expect(low(1_060)?.ticks).toBe(1_080 * ms + 1);
  expect(low(1_100)?.ticks).toBe(1_100 * ms);
});

test('no filler comes while the low layer does, until it is no longer made', () => {
  const { lowLayer, setUp, settle, source, low } = start();
  setUp();
  expect(source(1_000)?.payloads).toHaveLength(1);
  for (let atMs = 1_040; atMs < 4_000; atMs += 40) {
    low(atMs - 20);
    expect(source(atMs)).toBeUndefined();
  }
  settle();
  expect(source(4_000)?.ticks).toBe(3_940 * ms + 1);
  lowLayer.keyframeRequested('low');
  expect(source(4_300)?.payloads).toHaveLength(1);
});

test('filler comes while full cores stall the low layer, and is older than its next access unit', () => {
  const { setUp, source, low } = start();
  setUp();
  source(1_000);
  low(1_000);
  expect(source(1_560)).toBeUndefined();
  expect(source(1_600)?.ticks).toBe(1_000 * ms + 1);
  expect(source(1_760)).toBeUndefined();
  expect(source(3_000)?.ticks).toBe(1_000 * ms + 2);
  low(1_040);
  expect(source(3_040)).toBeUndefined();
});

test('one keyframe without a picture replaces filler once the first viewer has the source layer', () => {
  const { lowLayer, setUp, source } = start();
  setUp();
  lowLayer.setWatched(neither);
  lowLayer.setWatched(both);
  const isSeed = (filler: Sent | undefined) => filler?.payloads[0]?.[0] === 0x67;
  expect(source(1_000)?.payloads).toHaveLength(10);
  vi.advanceTimersByTime(200);
  expect(isSeed(source(1_200)), 'no keyframe of the source layer yet').toBe(false);
  source(1_240, keyframe);
  vi.advanceTimersByTime(200);
  expect(isSeed(source(1_440))).toBe(true);
  vi.advanceTimersByTime(200);
  expect(isSeed(source(1_640))).toBe(false);
});

/** The keyframes requested after `run`, each with its time since the start. */
async function asked(run: (lowLayer: LowLayer) => void): Promise<string[]> {
  const { lowLayer, log } = start();
  run(lowLayer);
  await vi.advanceTimersByTimeAsync(5_000);
  return log.filter((line) => !line.startsWith('make'));
}

test('the source layer is requested again, and the low layer only when that takes a second', async () => {
  expect(await asked((lowLayer) => lowLayer.keyframeRequested('source'))).toEqual([
    'source 0',
    'source 300',
    'source 700',
    'low 1000',
    'low 1200',
  ]);
});

test('the low layer is made and requested at once when no source keyframe can be made', async () => {
  const { lowLayer, log } = start({ canBridge: false });
  lowLayer.setWatched(neither);
  lowLayer.setWatched(both);
  const count = log.length;
  lowLayer.keyframeRequested('source');
  await vi.advanceTimersByTimeAsync(4_000);
  const all = log.slice(count);
  expect(all.slice(0, 3)).toEqual(['source 0', 'make low source 0', 'low 0']);
  expect(all.filter((line) => line.startsWith('low'))).toEqual(['low 0', 'low 300', 'low 700', 'low 1000', 'low 1200']);
});

test('the low layer is requested again for a browser that was not ready', async () => {
  expect(await asked((lowLayer) => lowLayer.keyframeRequested('low'))).toEqual([
    'low 0',
    'low 100',
    'low 300',
    'low 700',
  ]);
});

test('a viewer who waits for the source layer asks each second, and gets no layer of keyframes only', async () => {
  const all = await asked((lowLayer) => {
    for (let count = 0; count < 3; count++) {
      lowLayer.keyframeRequested('source');
      vi.advanceTimersByTime(1_000);
    }
  });
  expect(all).toEqual(['source 0', 'source 300', 'source 700', 'low 1000', 'source 1000', 'low 1200', 'source 2000']);
});

test('requests for one layer continue while LiveKit asks for the other', async () => {
  const all = await asked((lowLayer) => {
    lowLayer.keyframeRequested('source');
    lowLayer.keyframeRequested('low');
  });
  expect(all.filter((line) => line.startsWith('source'))).toEqual(['source 0', 'source 300', 'source 700']);
});

test('no source keyframe is made in an empty room while LiveKit gets to know the layers', async () => {
  const all = await asked((lowLayer) => {
    lowLayer.setViewerCount(0);
    lowLayer.keyframeRequested('source');
    lowLayer.keyframeRequested('low');
  });
  expect(all.filter((line) => line.startsWith('source'))).toEqual([]);
  expect(all[0]).toBe('low 0');
});

test('requests nothing after it is closed', async () => {
  const { lowLayer, log } = start({ canBridge: false });
  lowLayer.keyframeRequested('source');
  lowLayer.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(log).toEqual(['make low source 0', 'source 0']);
});
