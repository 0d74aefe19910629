import { expect, test } from 'vitest';
import { barcodeAgeMs, barcodeAt, barcodeBars } from './barcode';

const nowMs = Date.UTC(2026, 10, 29, 8, 15, 3, 217);

test('a barcode says when it was made', () => {
  const bars = barcodeAt(nowMs - 123);
  expect(bars).toHaveLength(barcodeBars);
  expect(barcodeAgeMs(bars, nowMs)).toBe(123);
});

test('a barcode with one wrong bar is damaged', () => {
  for (let wrong = 0; wrong < barcodeBars; wrong++) {
    const bars = barcodeAt(nowMs).map((isBright, bar) => isBright !== (bar === wrong));
    expect(barcodeAgeMs(bars, nowMs), `bar ${wrong}`).toBeNull();
  }
});
