import { afterEach, expect, test } from 'vitest';
import { BridgeSlots } from './bridge-slots';
import { bridgeFormat, halfRateBridgeFormat } from './layer-format';

const hd = { width: 1280, height: 720 };
const fullHd = { width: 1920, height: 1080 };
const formats = { whole: bridgeFormat, half: halfRateBridgeFormat, none: null };
const all: BridgeSlots[] = [];
const take = (size: typeof hd, cores: number) => {
  const slots = new BridgeSlots(`sightline-test-bridge-${process.pid}`, cores);
  all.push(slots);
  return slots.take(size, 4_000_000);
};

afterEach(() => {
  for (const slots of all.splice(0)) slots.release();
});

test.runIf(process.platform === 'linux').each([
  { size: hd, cores: 2, rates: ['whole', 'whole', 'half', 'half', 'half', 'half', 'none'] as const },
  { size: fullHd, cores: 2, rates: ['whole', 'half', 'none'] as const },
  { size: fullHd, cores: 1, rates: ['whole', 'none'] as const },
])('$cores cores encode $rates of cameras of $size.height lines', async ({ size, cores, rates }) => {
  const got = [];
  for (const _ of rates) got.push(await take(size, cores));
  // The bitrate depends on the camera.
  const bitrateBps = expect.any(Function);
  expect(got).toEqual(rates.map((rate) => formats[rate] && { ...formats[rate], bitrateBps }));
});
