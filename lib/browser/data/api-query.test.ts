import { expect, test } from 'vitest';
import { loadPages } from './api-query';

/** A list in pages of two, whose cursor is the index where the next one begins. */
const listOf = (rows: string[]) => {
  const cursors: (string | undefined)[] = [];
  const load = async (cursor: string | undefined) => {
    cursors.push(cursor);
    const from = Number(cursor ?? 0);
    const next = from + 2 < rows.length ? String(from + 2) : null;
    return { data: rows.slice(from, from + 2), meta: { next_cursor: next } };
  };
  return { cursors, load };
};

test.each([[[]], [['a']], [['a', 'b']], [['a', 'b', 'c', 'd', 'e']]])('reads all of %j, in its order', async (rows) => {
  const { load } = listOf(rows);
  expect(await loadPages(load)).toEqual(rows);
});

test('the first call has no cursor, and each further one that of the answer before', async () => {
  const { cursors, load } = listOf(['a', 'b', 'c', 'd', 'e']);
  await loadPages(load);
  expect(cursors).toEqual([undefined, '2', '4']);
});

test('a page that cannot be read fails the whole, so that no list is shown cut off', async () => {
  const { load } = listOf(['a', 'b', 'c']);
  const failing = (cursor: string | undefined) => (cursor ? Promise.reject(new Error('away')) : load(cursor));
  await expect(loadPages(failing)).rejects.toThrow('away');
});
