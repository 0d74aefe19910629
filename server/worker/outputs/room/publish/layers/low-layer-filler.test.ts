import { expect, test } from 'vitest';
import { LowLayerFiller } from './low-layer-filler';

const ms = 90;

test('filler comes five times a second while nothing of the low layer does, and 400 kbit/s of it', () => {
  const filler = new LowLayerFiller();
  let bytes = 0;
  for (let second = 0; second < 10; second++) {
    for (let frame = 0; frame < 25; frame++) {
      const next = filler.next((second * 1_000 + frame * 40) * ms, false);
      for (const payload of next?.payloads ?? []) bytes += payload.length;
    }
  }
  expect(bytes * 8).toBeGreaterThan(3_900_000);
  expect(bytes * 8).toBeLessThan(4_200_000);
});

test('an access unit of the low layer that comes later than the source layer is not older than filler', () => {
  const filler = new LowLayerFiller();
  filler.packetSent(5_000 * ms);
  expect(filler.next(5_100 * ms, true)).toBeNull();
  expect(filler.next(5_200 * ms, true)?.ticks).toBe(5_000 * ms + 1);
  expect(filler.next(5_400 * ms, true)?.ticks).toBe(5_000 * ms + 2);
  expect(filler.next(9_000 * ms, false)?.ticks).toBe(8_000 * ms);
});

test('an access unit that is made late says that it is of now, for LiveKit turns to none that is 50 ms behind', () => {
  const filler = new LowLayerFiller();
  filler.next(1_000 * ms, true);
  expect(filler.accessUnitSent(980 * ms)).toBe(980 * ms);
  for (const atMs of [1_040, 1_080, 1_120]) filler.next(atMs * ms, true);
  expect(filler.accessUnitSent(1_020 * ms)).toBe(1_080 * ms);
  expect(filler.accessUnitSent(1_060 * ms)).toBe(1_080 * ms + 1);
  expect(filler.accessUnitSent(1_100 * ms)).toBe(1_100 * ms);
});

test('no filler comes once the low layer does, until it is made no longer', () => {
  const filler = new LowLayerFiller();
  expect(filler.next(1_000 * ms, true)?.payloads).toHaveLength(1);
  for (let atMs = 1_040; atMs < 4_000; atMs += 40) {
    filler.accessUnitSent((atMs - 20) * ms);
    expect(filler.next(atMs * ms, true)).toBeNull();
  }
  expect(filler.next(4_000 * ms, false)?.ticks).toBe(3_940 * ms + 1);
  expect(filler.next(4_300 * ms, true)?.payloads).toHaveLength(1);
});

test('filler comes while full cores make none of the low layer, and is older than its next access unit', () => {
  const filler = new LowLayerFiller();
  filler.next(1_000 * ms, true);
  filler.accessUnitSent(1_000 * ms);
  expect(filler.next(1_560 * ms, true)).toBeNull();
  expect(filler.next(1_600 * ms, true)?.ticks).toBe(1_000 * ms + 1);
  expect(filler.next(1_760 * ms, true)).toBeNull();
  expect(filler.next(3_000 * ms, true)?.ticks).toBe(1_000 * ms + 2);
  filler.accessUnitSent(1_040 * ms);
  expect(filler.next(3_040 * ms, true)).toBeNull();
});
