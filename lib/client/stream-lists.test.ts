import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/streams/schema';
import { newcomers, removeStream, upsertStream } from './stream-lists';

const stream = (id: string, name = id) => ({ id, attributes: { name } }) as StreamJson;
const list = [stream('a'), stream('b')];

test('a changed stream keeps its place', () => {
  expect(upsertStream(list, stream('a', 'new'))).toEqual([stream('a', 'new'), stream('b')]);
});

test('a new stream comes last', () => {
  expect(upsertStream(list, stream('c'))).toEqual([...list, stream('c')]);
});

test('an unchanged stream and an unknown one to remove leave the very same list', () => {
  expect(upsertStream(list, stream('b'))).toBe(list);
  expect(removeStream(list, 'z')).toBe(list);
});

test('a removed stream is gone', () => {
  expect(removeStream(list, 'a')).toEqual([stream('b')]);
});

test('newcomers are those not in the list before; the first list has none', () => {
  expect(newcomers(list, [...list, stream('c')])).toEqual([stream('c')]);
  expect(newcomers(list, [stream('b')])).toEqual([]);
  expect(newcomers(undefined, list)).toEqual([]);
});
