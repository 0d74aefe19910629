import { expect, test } from 'vitest';
import { maskedPart } from './guides';

test.each([
  ['4:3', 16 / 9, { x: 12.5, y: 0, width: 75, height: 100 }],
  ['9:16', 16 / 9, { x: 34.2, y: 0, width: 31.6, height: 100 }],
  ['2.39:1', 16 / 9, { x: 0, y: 12.8, width: 100, height: 74.4 }],
  ['1:1', 9 / 16, { x: 0, y: 21.9, width: 100, height: 56.3 }],
] as const)('a mask of %s leaves the middle of a picture of %d', (mask, aspect, expected) => {
  const part = maskedPart(mask, aspect);
  for (const [side, percent] of Object.entries(expected))
    expect(part[side as keyof typeof part]).toBeCloseTo(percent, 0);
});
