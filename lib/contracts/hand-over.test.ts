import { expect, test } from 'vitest';
import { readHandOverCode, shownHandOverCode } from './hand-over';

test.each([
  ['K7QM4XRT', 'K7QM4XRT'],
  ['k7qm-4xrt', 'K7QM4XRT'],
  [' K7QM 4XRT ', 'K7QM4XRT'],
  ['ol1i-0000', '01110000'],
])('“%s” is the code %s', (typed, code) => {
  expect(readHandOverCode(typed)).toBe(code);
});

test.each(['', 'K7QM4XR', 'K7QM4XRTT', 'K7QM4XRU', 'K7QM_4XR', 'x'.repeat(43)])('“%s” is no code', (typed) => {
  expect(readHandOverCode(typed)).toBeNull();
});

test('a code is shown in two groups', () => {
  expect(shownHandOverCode('K7QM4XRT')).toBe('K7QM-4XRT');
});
