import { beforeEach, describe, expect, test } from 'vitest';
import { CameraMeter } from './camera-meter';

const frameTicks = 3_000;
let nowMs: number;
let meter: CameraMeter;

beforeEach(() => {
  nowMs = 0;
  meter = new CameraMeter(() => nowMs);
  meter.connect();
});

interface Shot {
  /** In frames, counted from the first. */
  at: number;
  isKeyframe?: boolean;
  isCorrupt?: boolean;
  followsGap?: boolean;
}

function add({ at, isKeyframe = false, isCorrupt = false, followsGap = false }: Shot): void {
  const dts = at * frameTicks;
  meter.addAccessUnit({ dts, receivedMs: nowMs, followsGap, isCorrupt }, dts, dts, isKeyframe);
}

function readNext() {
  nowMs += 1_000;
  const sample = meter.read();
  if (!sample) throw new Error('no sample');
  return sample;
}

test('rates cover the time since the last read', () => {
  for (let at = 0; at < 30; at++) add({ at });
  meter.addBytes(500_000);
  expect(readNext()).toMatchObject({ fps: 30, bitrateKbps: 4_000 });
  expect(readNext()).toMatchObject({ fps: 0, bitrateKbps: 0 });
});

test('reading too soon changes nothing', () => {
  add({ at: 0 });
  nowMs = 400;
  expect(meter.read()).toBeNull();
  nowMs = 0;
  expect(readNext()).toMatchObject({ fps: 1 });
});

describe('dropped frames', () => {
  test.each<[string, Shot[], number]>([
    ['none of a whole stream', [{ at: 0 }, { at: 1 }, { at: 2 }], 0],
    ['one that came damaged', [{ at: 0 }, { at: 1 }, { at: 2, isCorrupt: true }, { at: 3 }], 1],
    ['three lost between two whole ones', [{ at: 0 }, { at: 1 }, { at: 5, followsGap: true }], 3],
    ['a damaged one and two after it', [{ at: 0 }, { at: 1 }, { at: 2, isCorrupt: true }, { at: 5 }], 3],
    ['ten seconds of silence on a connection that held', [{ at: 0 }, { at: 1 }, { at: 302, followsGap: true }], 300],
    ['none where the frame rate changes and nothing is missing', [{ at: 0 }, { at: 1 }, { at: 3 }, { at: 7 }], 0],
    ['none where the encoder began a new timeline', [{ at: 90_000 }, { at: 90_001 }, { at: 5, followsGap: true }], 0],
  ])('%s', (_, shots, dropped) => {
    for (const shot of shots) add(shot);
    expect(readNext().droppedFrames).toBe(dropped);
  });

  test('frames that were given up count, and counts accumulate', () => {
    meter.frameDropped();
    expect(readNext().droppedFrames).toBe(1);
    meter.connect();
    meter.frameDropped();
    expect(readNext().droppedFrames).toBe(2);
  });

  test('the wrap of the timestamps is no gap', () => {
    const last = 2 ** 33 - frameTicks;
    for (const dts of [last - frameTicks, last, 0, frameTicks]) {
      meter.addAccessUnit({ dts, receivedMs: 0, followsGap: dts === 0, isCorrupt: false }, dts, dts, false);
    }
    expect(readNext()).toMatchObject({ droppedFrames: 0, frameMs: { shortest: 1000 / 30, longest: 1000 / 30 } });
  });

  test('a returning camera is no gap', () => {
    add({ at: 0 });
    add({ at: 1 });
    meter.connect();
    add({ at: 500, followsGap: true });
    expect(readNext().droppedFrames).toBe(0);
  });
});

describe('the GOP', () => {
  test('is unknown until two keyframes have come, then the time between them', () => {
    for (let at = 0; at < 60; at++) add({ at, isKeyframe: at === 0 });
    expect(readNext().gopSeconds).toBeNull();
    add({ at: 60, isKeyframe: true });
    expect(readNext().gopSeconds).toBe(2);
  });

  test('grows while no keyframe comes', () => {
    for (let at = 0; at <= 30; at++) add({ at, isKeyframe: at % 30 === 0 });
    expect(readNext().gopSeconds).toBe(1);
    for (let at = 31; at <= 330; at++) add({ at });
    expect(readNext().gopSeconds).toBe(10);
  });
});

test('the frame interval is the second’s shortest and longest', () => {
  for (const at of [0, 1, 2, 4, 5]) add({ at });
  expect(readNext().frameMs).toEqual({ shortest: 1000 / 30, longest: 2000 / 30 });
  expect(readNext().frameMs).toBeNull();
});

test.each<[string, number[], boolean]>([
  ['in the order in which they are shown', [0, 1, 2, 3], false],
  ['two before the one that they lie between', [0, 3, 1, 2, 6, 4, 5], true],
  ['from the start again, as of an encoder that began anew', [500, 501, 2, 3, 4], false],
])('access units come %s', (_, order, hasBFrames) => {
  for (const [index, shownAt] of order.entries()) {
    const packet = { dts: index * frameTicks, receivedMs: nowMs, followsGap: false, isCorrupt: false };
    meter.addAccessUnit(packet, shownAt * frameTicks, shownAt * frameTicks, false);
  }
  expect(readNext().hasBFrames).toBe(hasBFrames);
  expect(readNext().hasBFrames).toBe(false);
});

test('the time in the worker is the mean over the access units that left, in any order', () => {
  add({ at: 0 });
  nowMs = 10;
  add({ at: 2 });
  add({ at: 1 });
  meter.accessUnitSent(2 * frameTicks, 140);
  nowMs = 30;
  meter.accessUnitSent(0, null);
  meter.accessUnitSent(777, 900);
  expect(readNext()).toMatchObject({ workerMs: 15, captureToRoomMs: 140 });
  expect(readNext()).toMatchObject({ workerMs: null, captureToRoomMs: null });
});
