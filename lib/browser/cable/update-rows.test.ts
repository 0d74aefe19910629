import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { addedRows, removeRow, upsertRow } from './update-rows';

const stream = (id: string, name = id) => ({ id, attributes: { name } }) as StreamJson;
const list = [stream('a'), stream('b')];

test('a changed stream keeps its place', () => {
  expect(upsertRow(list, stream('a', 'new'))).toEqual([stream('a', 'new'), stream('b')]);
});

test('a new stream comes last', () => {
  expect(upsertRow(list, stream('c'))).toEqual([...list, stream('c')]);
});

test('an unchanged stream and an unknown one to remove leave the very same list', () => {
  expect(upsertRow(list, stream('b'))).toBe(list);
  expect(removeRow(list, 'z')).toBe(list);
});

test('a removed stream is gone', () => {
  expect(removeRow(list, 'a')).toEqual([stream('b')]);
});

test('addedRows are those not in the list before; the first list has none', () => {
  expect(addedRows(list, [...list, stream('c')])).toEqual([stream('c')]);
  expect(addedRows(list, [stream('b')])).toEqual([]);
  expect(addedRows(undefined, list)).toEqual([]);
});
