import { expect, test } from 'vitest';
import { eventClock } from '@/lib/browser/page/event-clock';
import type { CommentJson } from '@/lib/contracts/comments';
import {
  commentNews,
  commentWords,
  newestComment,
  openCommentsOf,
  openCommentWords,
  type ShownComment,
  threadsOf,
} from './comment-words';

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

test('the newest comment is the one that came last, not the one about the latest moment', () => {
  const row = (id: string, createdAt: string, changes: Partial<ShownComment> = {}): CommentJson => ({
    id,
    type: 'comment',
    attributes: { ...comment(id, changes), event_id: 'e', created_at: createdAt },
  });
  const rows = [
    row('a', '2026-05-01T19:00:09.000Z', { at: '2026-05-01T18:00:00.000Z' }),
    row('b', '2026-05-01T19:00:05.000Z', { at: '2026-05-01T19:00:00.000Z' }),
    row('c', '2026-05-01T19:00:20.000Z', { is_done: true }),
  ];
  expect(newestComment(rows, new Set())?.id).toBe('a');
  expect(newestComment(rows, new Set(['a']))?.id).toBe('b');
  expect(newestComment(rows, new Set(['a', 'b', 'c']))).toBeNull();
  const [first] = rows;
  expect(first && commentNews(first)).toBe('Grace: Too loud');
  const long = row('d', '2026-05-01T19:00:00.000Z', { text: '\u{1F3A5}'.repeat(121) });
  expect(commentNews(long)).toBe(`Grace: ${'\u{1F3A5}'.repeat(120)}…`);
});
