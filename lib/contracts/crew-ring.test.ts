import { expect, test } from 'vitest';
import { readCrewRing, tallyByRing, writeCrewRing } from './crew-ring';

const ring = { atMs: 1_000, program: ['a'], preview: ['b'] };

test('a ring is read as it was written', () => {
  expect(readCrewRing(writeCrewRing(ring))).toEqual(ring);
});

test.each(['', '1780000000000', 'null', '{"program":"a"}', '{'])('%j says only that there is news', (text) => {
  expect(readCrewRing(text)).toBeNull();
});

test('a phone that a ring does not name is off, where a switcher has reported it', () => {
  expect(tallyByRing(ring, 'a', null)).toBe('program');
  expect(tallyByRing(ring, 'b', 'program')).toBe('preview');
  expect(tallyByRing(ring, 'c', 'program')).toBe('off');
  expect(tallyByRing(ring, 'c', 'unknown')).toBe('unknown');
  expect(tallyByRing(ring, 'c', null)).toBeNull();
});
