import { expect, test } from 'vitest';
import { BlackMeter, type MeasuredFrame } from './black-meter';

const width = 640;
const height = 360;
/** Rows are longer in memory than on the screen; what lies behind them is not measured. */
const stride = 704;

function frame(luma: (x: number, y: number) => number): MeasuredFrame {
  const plane = new Uint8Array(stride * height).fill(235);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plane[y * stride + x] = luma(x, y);
  return { width, height, data: [plane], linesize: [stride] };
}

const black = frame(() => 16);
const grey = frame(() => 126);

/** For how long a picture counts as black that lasts for some seconds, at 25 fps. */
function blackSeconds(shown: MeasuredFrame, seconds: number): number | null {
  let nowMs = 0;
  const meter = new BlackMeter(() => nowMs);
  for (; nowMs < seconds * 1000; nowMs += 40) meter.add(shown);
  return meter.seconds;
}

test.each<[string, MeasuredFrame, boolean]>([
  ['black', black, true],
  ['black with the noise of a covered lens', frame((x, y) => 16 + ((x * 7 + y * 13) % 9)), true],
  ['full-range black', frame(() => 0), true],
  ['a dark room', frame((x, y) => 20 + ((x + y) % 30)), false],
  ['a lamp in the dark', frame((x, y) => (Math.hypot(x - 400, y - 120) < 24 ? 200 : 16)), false],
  ['a small caption', frame((x, y) => (y > 300 && y < 330 && x > 60 && x < 260 ? 180 : 16)), false],
  ['grey', grey, false],
])('%s', (_, shown, isBlack) => {
  const seconds = blackSeconds(shown, 5);
  if (isBlack) expect(seconds).toBeGreaterThan(4);
  else expect(seconds).toBe(0);
});

test('one frame with a picture ends it, and nothing is known while nothing is decoded', () => {
  let nowMs = 0;
  const meter = new BlackMeter(() => nowMs);
  expect(meter.seconds).toBeNull();
  for (; nowMs < 3_000; nowMs += 40) meter.add(black);
  meter.add(grey);
  nowMs += 250;
  meter.add(grey);
  expect(meter.seconds).toBe(0);
  nowMs += 60_000;
  expect(meter.seconds).toBeNull();
  meter.add(black);
  expect(meter.seconds, 'since it is decoded again').toBe(0);
});
