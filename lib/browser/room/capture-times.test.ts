import { expect, test } from 'vitest';
import { captureTimeMs } from './capture-times';

const source = { timestamp: 0, source: 1, rtpTimestamp: 90_000, captureTimestamp: 2_208_988_800_000 + 5_000 };

test('a frame was captured as long after the last received one as their RTP timestamps are apart', () => {
  expect(captureTimeMs(source, 90_000)).toBe(5_000);
  expect(captureTimeMs(source, 90_000 - 9_000)).toBe(4_900);
  expect(captureTimeMs({ ...source, rtpTimestamp: 4_500 }, 2 ** 32 - 4_500), 'before the wrap').toBe(4_900);
});

test('is unknown where the browser or the worker does not say', () => {
  expect(captureTimeMs(undefined, 90_000)).toBeNull();
  expect(captureTimeMs({ ...source, captureTimestamp: undefined }, 90_000)).toBeNull();
  expect(captureTimeMs(source, undefined)).toBeNull();
});
