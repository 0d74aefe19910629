import { describe, expect, test } from 'vitest';
import { initialWall, type WallAction, wallOrder, wallReducer } from './wall-state';

const ids = ['a', 'b', 'c', 'd'];
const selected = { ...initialWall, selectedId: 'b' };
const play = (wall: typeof initialWall, ...actions: WallAction[]) => actions.reduce(wallReducer, wall);

describe('stepping', () => {
  test.each([
    ['nothing selected goes to the first', null, 1, 'a'],
    ['a tile that is gone counts as nothing', 'gone', -1, 'a'],
    ['one on', 'b', 1, 'c'],
    ['one row up', 'd', -3, 'a'],
    ['not beyond the end', 'd', 1, 'd'],
    ['not before the beginning', 'b', -3, 'b'],
  ])('%s', (_, selectedId, by, expected) => {
    const wall = play({ ...initialWall, selectedId }, { type: 'step', ids, by, carry: false });
    expect(wall.selectedId).toBe(expected);
  });

  test('carries the selected tile along, which stays selected', () => {
    expect(play(selected, { type: 'step', ids, by: 2, carry: true })).toMatchObject({
      order: ['a', 'c', 'd', 'b'],
      selectedId: 'b',
    });
    expect(play(selected, { type: 'step', ids, by: -2, carry: true })).toBe(selected);
  });

  test('keeps a full tile full', () => {
    const wall = play(initialWall, { type: 'enlarge', id: 'a' }, { type: 'step', ids, by: 1, carry: false });
    expect(wall).toMatchObject({ selectedId: 'b', isFull: true });
  });
});

test('the same tile again gives the wall back, another one takes the page', () => {
  const full = play(initialWall, { type: 'enlarge', id: 'a' });
  expect(full).toMatchObject({ selectedId: 'a', isFull: true });
  expect(play(full, { type: 'enlarge', id: 'a' })).toMatchObject({ selectedId: 'a', isFull: false });
  expect(play(full, { type: 'enlarge', id: 'c' })).toMatchObject({ selectedId: 'c', isFull: true });
  expect(play(full, { type: 'shrink' })).toMatchObject({ selectedId: 'a', isFull: false });
});

test('one tile is heard at a time', () => {
  const heard = play(initialWall, { type: 'hear', id: 'a' });
  expect(heard.heardId).toBe('a');
  expect(play(heard, { type: 'hear', id: 'b' }).heardId).toBe('b');
  expect(play(heard, { type: 'hear', id: 'a' }).heardId).toBeNull();
});

test('a dragged tile takes the place of the one below it, forwards and backwards', () => {
  expect(play(initialWall, { type: 'place', ids, id: 'a', at: 'c' }).order).toEqual(['b', 'c', 'a', 'd']);
  expect(play(initialWall, { type: 'place', ids, id: 'd', at: 'b' }).order).toEqual(['a', 'd', 'b', 'c']);
});

test.each([
  ['without a remembered order', [], ['a', 'b', 'c', 'd']],
  ['with a full one', ['d', 'c', 'b', 'a'], ['d', 'c', 'b', 'a']],
  ['with cameras that are gone, and new ones', ['c', 'gone', 'a'], ['c', 'a', 'b', 'd']],
])('orders tiles %s', (_, order, expected) => {
  expect(wallOrder(ids, order)).toEqual(expected);
});
