import { describe, expect, test } from 'vitest';
import { initialMultiview, type MultiviewAction, multiviewOrder, multiviewReducer } from './multiview-state';

const ids = ['a', 'b', 'c', 'd'];
const selected = { ...initialMultiview, selectedId: 'b' };
const play = (multiview: typeof initialMultiview, ...actions: MultiviewAction[]) =>
  actions.reduce(multiviewReducer, multiview);

describe('stepping', () => {
  test.each([
    ['nothing selected goes to the first', null, 1, 'a'],
    ['a tile that is gone counts as nothing', 'gone', -1, 'a'],
    ['one on', 'b', 1, 'c'],
    ['one row up', 'd', -3, 'a'],
    ['not beyond the end', 'd', 1, 'd'],
    ['not before the beginning', 'b', -3, 'b'],
  ])('%s', (_, selectedId, by, expected) => {
    const multiview = play({ ...initialMultiview, selectedId }, { type: 'step', ids, by, carry: false });
    expect(multiview.selectedId).toBe(expected);
  });

  test('carries the selected tile along, which stays selected', () => {
    expect(play(selected, { type: 'step', ids, by: 2, carry: true })).toMatchObject({
      order: ['a', 'c', 'd', 'b'],
      selectedId: 'b',
    });
    expect(play(selected, { type: 'step', ids, by: -2, carry: true })).toBe(selected);
  });

  test('keeps a full tile full', () => {
    const multiview = play(initialMultiview, { type: 'enlarge', id: 'a' }, { type: 'step', ids, by: 1, carry: false });
    expect(multiview).toMatchObject({ selectedId: 'b', isFull: true });
  });
});

test('the same tile again gives the multiview back, another one takes the page', () => {
  const full = play(initialMultiview, { type: 'enlarge', id: 'a' });
  expect(full).toMatchObject({ selectedId: 'a', isFull: true });
  expect(play(full, { type: 'enlarge', id: 'a' })).toMatchObject({ selectedId: 'a', isFull: false });
  expect(play(full, { type: 'enlarge', id: 'c' })).toMatchObject({ selectedId: 'c', isFull: true });
  expect(play(full, { type: 'shrink' })).toMatchObject({ selectedId: 'a', isFull: false });
});

test('one tile is heard at a time', () => {
  const heard = play(initialMultiview, { type: 'hear', id: 'a' });
  expect(heard.heardId).toBe('a');
  expect(play(heard, { type: 'hear', id: 'b' }).heardId).toBe('b');
  expect(play(heard, { type: 'hear', id: 'a' }).heardId).toBeNull();
});

test('a dragged tile takes the place of the one below it, forwards and backwards', () => {
  expect(play(initialMultiview, { type: 'place', ids, id: 'a', at: 'c' }).order).toEqual(['b', 'c', 'a', 'd']);
  expect(play(initialMultiview, { type: 'place', ids, id: 'd', at: 'b' }).order).toEqual(['a', 'd', 'b', 'c']);
});

test.each([
  ['without a remembered order', [], ['a', 'b', 'c', 'd']],
  ['with a full one', ['d', 'c', 'b', 'a'], ['d', 'c', 'b', 'a']],
  ['with cameras that are gone, and new ones', ['c', 'gone', 'a'], ['c', 'a', 'b', 'd']],
])('orders tiles %s', (_, order, expected) => {
  expect(multiviewOrder(ids, order)).toEqual(expected);
});
