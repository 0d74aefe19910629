import { expect, test } from 'vitest';
import { eventClock } from '@/lib/browser/page/event-clock';
import { commentWords, openCommentsOf, openCommentWords, type ShownComment, threadsOf } from './comment-words';

const comment = (id: string, changes: Partial<ShownComment> = {}): ShownComment => ({
  id,
  stream_id: null,
  parent_id: null,
  at: '2026-05-01T19:00:00.000Z',
  author: 'Grace',
  is_from_guest: true,
  text: 'Too\nloud',
  is_done: false,
  ...changes,
});

test('answers stand below their comment, and none stands alone', () => {
  const rows = [comment('a'), comment('b'), comment('c', { parent_id: 'a' }), comment('d', { parent_id: 'gone' })];
  expect(threadsOf(rows).map(({ comment: { id }, answers }) => [id, answers.map((answer) => answer.id)])).toEqual([
    ['a', ['c']],
    ['b', []],
  ]);
});

test('a comment of several lines is one line elsewhere', () => {
  expect(commentWords(comment('a'), eventClock('Europe/Berlin'))).toMatch(/^Grace at 9:00:00\sPM: Too loud$/);
});

test('only comments that answer none and are not done are open', () => {
  const rows = [comment('a'), comment('b', { is_done: true }), comment('c', { parent_id: 'a' })];
  expect(openCommentsOf(rows).map(({ id }) => id)).toEqual(['a']);
  expect([1, 2].map(openCommentWords)).toEqual(['1 open comment', '2 open comments']);
});
