import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CommentLane } from './comment-lane';
import type { ShownComment } from './comment-words';

const startMs = Date.UTC(2026, 4, 1, 19);
const session = { startMs, endMs: startMs + 60_000 };

const commentAt = (second: number): ShownComment => ({
  id: String(second),
  stream_id: null,
  parent_id: null,
  at: new Date(startMs + second * 1_000).toISOString(),
  author: 'Grace',
  is_from_guest: true,
  text: 'Too loud',
  is_done: false,
});

/** Where the timeline shows comments, as its style says. */
const placesOf = (growsFromMs: number | null, view = session) =>
  Array.from(
    renderToStaticMarkup(
      <CommentLane
        comments={[commentAt(30), commentAt(63)]}
        session={view}
        growsFromMs={growsFromMs}
        onJump={() => undefined}
      />,
    ).matchAll(/left:([\d.]+%)/g),
    ([, place]) => place,
  );

test('a live comment stands at the end of the show until its moment is recorded', () => {
  expect(placesOf(session.endMs)).toEqual(['50%', '100%']);
  expect(placesOf(session.endMs, { startMs, endMs: startMs + 40_000 }), 'zoomed, away from the end').toEqual(['75%']);
});

test('a comment behind the end of a show that is over is not on its timeline', () => {
  expect(placesOf(null)).toEqual(['50%']);
});
