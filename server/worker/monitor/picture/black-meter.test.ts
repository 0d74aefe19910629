import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV420P10LE } from 'node-av/constants';
import { expect, test } from 'vitest';
import { BlackMeter, isBlack } from './black-meter';
import { type MeasuredFrame, readLuma } from './read-luma';

const width = 640;
const height = 360;
/** Rows are longer in memory than on the screen; the rest of a row is not measured. */
const stride = 704;

function frame(luma: (x: number, y: number) => number): MeasuredFrame {
  const plane = new Uint8Array(stride * height).fill(235);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plane[y * stride + x] = luma(x, y);
  return { width, height, format: AV_PIX_FMT_YUV420P, data: [plane], linesize: [stride] };
}

/** The same picture in ten bits. */
function deep({ data, ...rest }: MeasuredFrame): MeasuredFrame {
  const plane = Uint16Array.from(data?.[0] ?? [], (luma) => luma * 4);
  return { ...rest, format: AV_PIX_FMT_YUV420P10LE, data: [new Uint8Array(plane.buffer)], linesize: [stride * 2] };
}

const pictures: [string, MeasuredFrame, boolean][] = [
  ['black', frame(() => 16), true],
  ['black with the noise of a covered lens', frame((x, y) => 16 + ((x * 7 + y * 13) % 9)), true],
  ['full-range black', frame(() => 0), true],
  ['a dark room', frame((x, y) => 20 + ((x + y) % 30)), false],
  ['a lamp in the dark', frame((x, y) => (Math.hypot(x - 400, y - 120) < 24 ? 200 : 16)), false],
  ['a small caption', frame((x, y) => (y > 300 && y < 330 && x > 60 && x < 260 ? 180 : 16)), false],
  ['grey', frame(() => 126), false],
];

test.each(pictures)('%s', (_, shown, expected) => {
  expect(isBlack(readLuma(shown) ?? new Uint8Array())).toBe(expected);
  expect(isBlack(readLuma(deep(shown)) ?? new Uint8Array()), 'in ten bits').toBe(expected);
});

test('a frame on a graphics card is not measured', () => {
  expect(readLuma({ ...frame(() => 16), data: null })).toBeNull();
});

/** A meter, and a function that shows it something every 40 ms for so many seconds. */
function watch() {
  let nowMs = 0;
  const meter = new BlackMeter(() => nowMs);
  const show = (seconds: number, add: (frame: number) => void = () => undefined) => {
    for (let index = 0; index < seconds * 25; index++) {
      add(index);
      nowMs += 40;
    }
    return meter.seconds;
  };
  return { meter, show };
}

test('one frame with a picture ends it, and the result is unknown before any decoding', () => {
  const { meter, show } = watch();
  expect(meter.seconds).toBeNull();
  expect(show(5, () => meter.addFrame(true))).toBeGreaterThan(4.9);
  expect(show(0.2, () => meter.addFrame(false))).toBe(0);
  expect(show(60)).toBeNull();
  meter.addFrame(true);
  expect(meter.seconds, 'since it is decoded again').toBe(0);
});

test('with keyframes alone, a picture is black from one to the next, whatever the GOP', () => {
  const { meter, show } = watch();
  const gop = (seconds: number, black: boolean, bytes: number) =>
    show(seconds, (index) => {
      if (index % 250 === 0) {
        meter.addSize(bytes, true);
        meter.addKeyframe(black);
      } else meter.addSize(900, false);
    });
  expect(gop(10, false, 40_000)).toBe(0);
  expect(gop(2.2, true, 1_500)).toBeGreaterThan(2);
  show(1, () => meter.addSize(20_000, false));
  expect(meter.seconds, 'a frame that large brings a picture back').toBe(0);
  expect(gop(20, true, 1_500), 'until the next keyframe').toBeGreaterThan(9);
  expect(gop(10, false, 40_000)).toBe(0);
});

test('a watched picture’s frames outrank its keyframes', () => {
  const { meter, show } = watch();
  show(3, () => {
    meter.addKeyframe(true);
    meter.addFrame(false);
  });
  expect(meter.seconds).toBe(0);
});
