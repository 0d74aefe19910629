import { correction, generate, mode } from 'lean-qr';
import { expect, test } from 'vitest';
import { codeMsOf, codeTextAt } from '@/lib/core/calibration-code';
import { readCode } from './read-codes';

const shownMs = Date.UTC(2026, 10, 27, 20, 15, 30, 250);
const text = codeTextAt(shownMs);
const code = generate(mode.numeric(text), { minCorrectionLevel: correction.H });

interface Lens {
  /** The code's side in the picture, in pixels. */
  sidePx?: number;
  rotation?: number;
  /** How much larger one edge is seen than the other. */
  perspective?: number;
  blurPx?: number;
  /** How dark the screen's grid makes it where it meets the camera's. */
  moire?: number;
  noise?: number;
  dark?: number;
  bright?: number;
}

const [width, height] = [640, 360];

/** A camera's picture of a screen in a dark room. The code on it has a white margin. */
function photograph({ sidePx = 160, rotation = 0, perspective = 0, blurPx = 0, ...light }: Lens) {
  const { moire = 0, noise = 0, dark = 20, bright = 235 } = light;
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  const margin = 4 / code.size;
  const isOutside = (at: number, by: number) => at < -by || at > 1 + by;
  const brightness = (x: number, y: number): number => {
    const scale = 1 + (perspective * (x - width / 2)) / width;
    const [dx, dy] = [(x - width / 2) * scale, (y - height / 2) * scale];
    const [u, v] = [(cos * dx + sin * dy) / sidePx + 0.5, (-sin * dx + cos * dy) / sidePx + 0.5];
    if (isOutside(u, margin) || isOutside(v, margin)) return 40;
    const isDark = code.get(Math.floor(u * code.size), Math.floor(v * code.size));
    const grid = (at: number, lines: number) => 0.5 + 0.5 * Math.sin(at * code.size * lines * Math.PI * 2);
    return (isDark ? dark : bright) * (1 - moire * grid(u, 9.3) * grid(v, 8.7));
  };
  const sharp = Float32Array.from(
    { length: width * height },
    (_, index) =>
      (brightness((index % width) + 0.25, Math.floor(index / width) + 0.25) +
        brightness((index % width) + 0.75, Math.floor(index / width) + 0.75)) /
      2,
  );
  const blurred = blurPx > 0 ? blur(blur(sharp, blurPx, 1), blurPx, width) : sharp;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [index, value] of blurred.entries()) {
    const grain = ((index * 7_919) % 101) / 101 - 0.5;
    data.fill(value + grain * noise, index * 4, index * 4 + 3);
  }
  return { width, height, data };
}

/** Along a row (step 1) or a column (step `width`). */
function blur(from: Float32Array, radiusPx: number, step: number): Float32Array {
  return from.map((_, index) => {
    let [sum, weight] = [0, 0];
    for (let far = -2 * radiusPx; far <= 2 * radiusPx; far++) {
      const by = Math.exp(-(far * far) / (2 * radiusPx * radiusPx));
      sum += (from[index + far * step] ?? 0) * by;
      weight += by;
    }
    return sum / weight;
  });
}

test.each<[string, Lens]>([
  ['as it is', {}],
  ['as large as the picture', { sidePx: 270 }],
  ['far away', { sidePx: 72 }],
  ['rotated by 10°', { rotation: 10 }],
  ['rotated the other way, far away', { rotation: -10, sidePx: 90 }],
  ['from the side', { perspective: 0.15, rotation: 3 }],
  ['out of focus', { blurPx: 2 }],
  ['with moiré', { moire: 0.7, rotation: 4 }],
  ['in bad light', { dark: 80, bright: 150, noise: 20 }],
  ['with all of it', { rotation: 8, blurPx: 2, moire: 0.5, noise: 30, sidePx: 150 }],
])('a camera’s picture of the code is read: %s', (_, lens) => {
  expect(readCode(photograph(lens))).toBe(codeMsOf(text));
});

test('a picture without a code, or with too small a one, has none', () => {
  expect(readCode(photograph({ sidePx: 1 }))).toBeNull();
  expect(readCode(photograph({ sidePx: 20 }))).toBeNull();
});
