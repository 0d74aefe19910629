import { expect, test } from 'vitest';
import { codeMsOf, codeTextAt } from '@/lib/core/calibration-code';
import { measureOffsets } from './measure-offsets';

const noonMs = Date.UTC(2026, 10, 27, 12);

/** A camera in front of the code for three seconds. @param lateMs how much later than they were captured its frames are dated */
const camera = (id: string, lateMs: number) => ({
  id,
  readings: Array.from({ length: 90 }, (_, index) => {
    const shownMs = noonMs + index * (1_000 / 30);
    return { codeMs: codeMsOf(codeTextAt(shownMs)) ?? Number.NaN, capturedMs: shownMs + lateMs };
  }),
});

test('cameras are brought in step with the first that has seen the code', () => {
  const blind = { id: 'blind', readings: [] };
  const corrections = measureOffsets([blind, camera('near', 40), camera('far', 431), camera('early', -200)]);
  expect(corrections).toEqual(
    new Map([
      ['blind', null],
      ['near', 0],
      ['far', -391],
      ['early', 240],
    ]),
  );
});

test('without a camera that has seen it, nothing is measured', () => {
  expect(measureOffsets([{ id: 'blind', readings: [] }])).toEqual(new Map([['blind', null]]));
});
