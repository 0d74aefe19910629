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
  filler.lowLayerSent(5_000 * ms);
  expect(filler.next(5_100 * ms, true)).toBeNull();
  expect(filler.next(5_200 * ms, true)?.ticks).toBe(5_000 * ms + 1);
  expect(filler.next(5_400 * ms, true)?.ticks).toBe(5_000 * ms + 2);
  expect(filler.next(9_000 * ms, true)?.ticks).toBe(8_000 * ms);
  filler.lowLayerSent(8_900 * ms);
  expect(filler.next(9_000 * ms, true)).toBeNull();
  expect(filler.next(9_100 * ms, true)?.ticks).toBe(8_900 * ms + 1);
});
