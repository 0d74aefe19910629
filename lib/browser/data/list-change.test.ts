import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { addedRows, removeRow, upsertRow } from './list-change';

const stream = (id: string, name = id) => ({ id, attributes: { name } }) as StreamJson;
const list = [stream('a'), stream('b')];

test('a changed row keeps its place', () => {
  expect(upsertRow(list, stream('a', 'new'))).toEqual([stream('a', 'new'), stream('b')]);
});

test('a new row is appended', () => {
  expect(upsertRow(list, stream('c'))).toEqual([...list, stream('c')]);
});

test('upserting an unchanged row or removing an unknown one returns the same list', () => {
  expect(upsertRow(list, stream('b'))).toBe(list);
  expect(removeRow(list, 'z')).toBe(list);
});

test('removes a row', () => {
  expect(removeRow(list, 'a')).toEqual([stream('b')]);
});

test('added rows are those that the list before has not; the first list has none', () => {
  expect(addedRows(list, [...list, stream('c')])).toEqual([stream('c')]);
  expect(addedRows(list, [stream('b')])).toEqual([]);
  expect(addedRows(undefined, list)).toEqual([]);
});
