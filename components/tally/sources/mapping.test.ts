import { describe, expect, test } from 'vitest';
import { convertMapping, inputOf, suggestMapping, withInput, withoutGone } from './mapping';

const input = (number: number, name: string, streamId: string | null = null) => ({
  number,
  name,
  program: false,
  preview: false,
  stream_id: streamId,
});
const cameras = [
  { id: 'a', name: 'Camera 1' },
  { id: 'b', name: 'Jib' },
  { id: 'c', name: 'Stage left' },
];
const source = {
  match_by: 'name' as const,
  mapping: {},
  inputs: [input(1, 'CAM-1'), input(2, 'jib'), input(3, 'SRT', 'b'), input(4, 'Titles')],
};

describe('suggestMapping', () => {
  test('goes by the address that an input plays, then by names', () => {
    expect(suggestMapping(source, cameras)).toEqual({ SRT: 'b', 'CAM-1': 'a' });
    expect(suggestMapping({ ...source, match_by: 'number' }, cameras)).toEqual({ '3': 'b', '1': 'a' });
  });

  test('leaves alone what is mapped', () => {
    expect(suggestMapping({ ...source, mapping: { Titles: 'b', 'CAM-1': 'c' } }, cameras)).toEqual({});
  });
});

test('a camera gets one input, and an input one camera', () => {
  expect(withInput({ Jib: 'b', Wide: 'a' }, 'b', 'Wide')).toEqual({ Wide: 'b' });
  expect(withInput({ Jib: 'b', Wide: 'a' }, 'b', null)).toEqual({ Wide: 'a' });
  expect(inputOf({ Jib: 'b' }, 'b')).toBe('Jib');
  expect(inputOf({ Jib: 'b' }, 'a')).toBeUndefined();
});

test('a mapping goes from names to numbers and back, and forgets cameras that are gone', () => {
  const mapping = { 'CAM-1': 'a', SRT: 'b' };
  const byNumber = convertMapping({ ...source, mapping }, 'number');
  expect(byNumber).toEqual({ '1': 'a', '3': 'b' });
  expect(convertMapping({ ...source, mapping: byNumber, match_by: 'number' }, 'name')).toEqual(mapping);
  expect(withoutGone({ Jib: 'b', Old: 'z' }, cameras)).toEqual({ Jib: 'b' });
});
