import { describe, expect, test } from 'vitest';
import { multiviewOrder } from './layout/arrange-tiles';
import { initialMultiview, type MultiviewAction, multiviewReducer } from './multiview-state';

const ids = ['a', 'b', 'c', 'd'];
const selected = { ...initialMultiview, selectedId: 'b' };
const play = (multiview: typeof initialMultiview, ...actions: MultiviewAction[]) =>
  actions.reduce(multiviewReducer, multiview);

describe('stepping', () => {
  test.each([
    ['with nothing selected selects the first', null, 1, 'a'],
    ['with a deleted tile selected selects the first', 'gone', -1, 'a'],
    ['selects the next one', 'b', 1, 'c'],
    ['selects the one a row above', 'd', -3, 'a'],
    ['stops at the end', 'd', 1, 'd'],
    ['stops at the beginning', 'b', -3, 'b'],
  ])('%s', (_, selectedId, by, expected) => {
    const multiview = play({ ...initialMultiview, selectedId }, { type: 'step', ids, by, moves: false });
    expect(multiview.selectedId).toBe(expected);
  });

  test('moves the selected tile, which stays selected', () => {
    expect(play(selected, { type: 'step', ids, by: 2, moves: true })).toMatchObject({
      order: ['a', 'c', 'd', 'b'],
      selectedId: 'b',
    });
    expect(play(selected, { type: 'step', ids, by: -2, moves: true })).toBe(selected);
  });

  test('keeps the page filled', () => {
    const multiview = play(initialMultiview, { type: 'enlarge', id: 'a' }, { type: 'step', ids, by: 1, moves: false });
    expect(multiview).toMatchObject({ selectedId: 'b', isFull: true });
  });
});

test('enlarging the full tile returns to the multiview, another tile replaces it', () => {
  const full = play(initialMultiview, { type: 'enlarge', id: 'a' });
  expect(full).toMatchObject({ selectedId: 'a', isFull: true });
  expect(play(full, { type: 'enlarge', id: 'a' })).toMatchObject({ selectedId: 'a', isFull: false });
  expect(play(full, { type: 'enlarge', id: 'c' })).toMatchObject({ selectedId: 'c', isFull: true });
  expect(play(full, { type: 'shrink' })).toMatchObject({ selectedId: 'a', isFull: false });
});

test('one tile is audible at a time', () => {
  const audible = play(initialMultiview, { type: 'audio', id: 'a' });
  expect(audible.audibleId).toBe('a');
  expect(play(audible, { type: 'audio', id: 'b' }).audibleId).toBe('b');
  expect(play(audible, { type: 'audio', id: 'a' }).audibleId).toBeNull();
});

test('a dragged tile takes the position of the one below it, forwards and backwards', () => {
  expect(play(initialMultiview, { type: 'move', ids, id: 'a', to: 'c' }).order).toEqual(['b', 'c', 'a', 'd']);
  expect(play(initialMultiview, { type: 'move', ids, id: 'd', to: 'b' }).order).toEqual(['a', 'd', 'b', 'c']);
});

test.each([
  ['without a remembered order', [], ['a', 'b', 'c', 'd']],
  ['with a complete one', ['d', 'c', 'b', 'a'], ['d', 'c', 'b', 'a']],
  ['with deleted and new cameras', ['c', 'gone', 'a'], ['c', 'a', 'b', 'd']],
])('orders tiles %s', (_, order, expected) => {
  expect(multiviewOrder(ids, order)).toEqual(expected);
});

test('aspect masks follow each other, and the last is followed by none', () => {
  let multiview = initialMultiview;
  const seen = Array.from({ length: 5 }, () => {
    multiview = play(multiview, { type: 'aspect-mask' });
    return multiview.guides.mask;
  });
  expect(seen).toEqual(['4:3', '1:1', '9:16', '2.39:1', null]);
});

test('a recalled preset replaces the arrangement, and fills the page with its camera or with none', () => {
  const arrangement = { layout: '1+5', order: ['d', 'a'], hidesOff: true } as const;
  const recalled = play(selected, { type: 'recall', arrangement, soloId: 'd' });
  expect(recalled).toMatchObject({ ...arrangement, selectedId: 'd', isFull: true });
  expect(play(recalled, { type: 'recall', arrangement, soloId: null })).toMatchObject({
    selectedId: 'd',
    isFull: false,
  });
});

test('where tiles are of two sizes, a dragged camera changes places with the other; elsewhere those between move up', () => {
  const move = { type: 'move', ids, id: 'd', to: 'a' } as const;
  const mixed = play(initialMultiview, { type: 'layout', layout: '1+3' });
  expect(play(mixed, move).order).toEqual(['d', 'b', 'c', 'a']);
  expect(play(initialMultiview, move).order).toEqual(['d', 'a', 'b', 'c']);
});

test('a camera that is picked for the picture in picture takes the place of the one before', () => {
  const picture = play(initialMultiview, { type: 'layout', layout: 'pip' });
  const picked = play(picture, { type: 'main', ids, id: 'c' });
  expect(picked).toMatchObject({ order: ['c', 'b', 'a', 'd'], selectedId: 'c', isFull: false });
  expect(play(picked, { type: 'main', ids: ['c', 'b', 'a', 'd'], id: 'c' }).order).toEqual(['c', 'b', 'a', 'd']);
});

test('a camera without a place changes places with the one that has it, and is selected', () => {
  const multiview = play({ ...initialMultiview, layout: 'pip' }, { type: 'swap', ids, id: 'b', with: 'd' });
  expect(multiview).toMatchObject({ order: ['a', 'd', 'c', 'b'], selectedId: 'd' });
});

test('a screen directs, follows, or does neither', () => {
  const directing = play(initialMultiview, { type: 'hand', hand: 'direct' });
  expect(directing.hand).toBe('direct');
  expect(play(directing, { type: 'hand', hand: 'follow' }).hand).toBe('follow');
  expect(play(directing, { type: 'hand', hand: 'direct' }).hand).toBe('own');
});

test('labels lie on the pictures and below them again', () => {
  const over = play(initialMultiview, { type: 'overlay' });
  expect(over.overlaysLabels).toBe(true);
  expect(play(over, { type: 'overlay' }).overlaysLabels).toBe(false);
});
