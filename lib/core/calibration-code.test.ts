import { describe, expect, test } from 'vitest';
import { type CodeReading, codeMsOf, codeTextAt, correctionMs, screenOffsetMs } from './calibration-code';

const noonMs = Date.UTC(2026, 10, 27, 12);
const dayMs = 24 * 60 * 60 * 1_000;

/** The frames of a camera in front of the code. @param lateMs how much later than they were captured its frames are dated */
function readingsOf({ fromMs = noonMs, lateMs = 0, fps = 30, frames = 90, shakyMs = 0 }): CodeReading[] {
  return Array.from({ length: frames }, (_, index) => {
    const shownMs = fromMs + (index * 1_000) / fps;
    const shakenMs = shownMs + ((index * 7) % 5) * (shakyMs / 5);
    return { codeMs: codeMsOf(codeTextAt(shownMs)) ?? Number.NaN, capturedMs: shakenMs + lateMs };
  });
}

/** A quarter of a frame. */
const precisionMs = 8.4;
const expectNear = (ms: number | null, expectedMs: number) =>
  expect(Math.abs((ms ?? Number.NaN) - expectedMs)).toBeLessThan(precisionMs);

test('a code says when it was first shown', () => {
  expect(codeMsOf(codeTextAt(noonMs + 1_049))).toBe(12 * 60 * 60 * 1_000 + 1_000);
  expect(codeMsOf(codeTextAt(noonMs + 1_050))).toBe(12 * 60 * 60 * 1_000 + 1_050);
});

test.each(['https://example.com', '5112345', '5199999999', '5100000001', '4100000050', ''])('%j is no code', (code) => {
  expect(codeMsOf(code)).toBeNull();
});

describe('a camera’s offset to the screen', () => {
  test.each([
    ['no', 0],
    ['a late', 367],
    ['an early', -1_234],
    ['hours of', 2 * 60 * 60 * 1_000],
  ])('%s offset is measured within a quarter of a frame', (_, lateMs) => {
    for (const fps of [24, 25, 29.97, 50, 59.94]) {
      expectNear(screenOffsetMs(readingsOf({ lateMs, fps, frames: 3 * fps })), -lateMs);
    }
  });

  test('midnight is no step', () => {
    const fromMs = Math.ceil(noonMs / dayMs) * dayMs - 1_500;
    expectNear(screenOffsetMs(readingsOf({ fromMs, lateMs: 80 })), -80);
  });

  test('times that shake, and frames that misread, count for little', () => {
    const readings = readingsOf({ lateMs: 200, shakyMs: 8 });
    const misread = readings.map((reading, index) => (index % 4 === 0 ? { ...reading, codeMs: 4_000_000 } : reading));
    expectNear(screenOffsetMs(misread), -200);
  });

  test('a camera is corrected by the difference to another, whatever the screen’s clock says', () => {
    const [near = Number.NaN, far = Number.NaN] = [40, 431].map(
      (lateMs) => screenOffsetMs(readingsOf({ lateMs })) ?? undefined,
    );
    expectNear(correctionMs(far, near), -391);
  });

  test.each([
    ['none', []],
    ['too few frames', readingsOf({ frames: 9 })],
    ['frames that disagree', readingsOf({}).map((reading, index) => ({ ...reading, codeMs: index * 5_000 }))],
  ])('%s say nothing', (_, readings) => {
    expect(screenOffsetMs(readings)).toBeNull();
  });

  test('a code that stands still says nothing', () => {
    const readings = readingsOf({}).map((reading) => ({ ...reading, codeMs: 12 * 60 * 60 * 1_000 }));
    expect(screenOffsetMs(readings)).toBeNull();
  });
});
