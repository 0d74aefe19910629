import { expect, test } from 'vitest';
import { CutList } from './cut-list';

test('a cut waits for its time, and is over once it is shown', () => {
  const cuts = new CutList();
  cuts.follow({ streamIds: ['left'], sinceMs: 1_000 });
  expect(cuts.due(999)).toBeNull();
  expect(cuts.next).toEqual({ streamId: 'left', atMs: 1_000 });
  const due = cuts.due(1_000);
  expect(due).toEqual({ streamId: 'left', atMs: 1_000 });
  if (due) cuts.done(due);
  expect(cuts.next).toBeNull();
});

test('a tally that is repeated, older, silent or empty cuts nothing', () => {
  const cuts = new CutList();
  cuts.follow({ streamIds: ['left'], sinceMs: 1_000 });
  cuts.follow({ streamIds: ['left'], sinceMs: 1_000 });
  cuts.follow({ streamIds: ['right'], sinceMs: 900 });
  cuts.follow({ streamIds: [], sinceMs: 2_000 });
  cuts.follow(null);
  expect(cuts.due(5_000)).toEqual({ streamId: 'left', atMs: 1_000 });
});

test('a cut counts after the clock was set back, and the one of the later time is over', () => {
  const nowMs = Date.now();
  const cuts = new CutList();
  cuts.follow({ streamIds: ['left'], sinceMs: nowMs + 20_000 });
  cuts.follow({ streamIds: ['right'], sinceMs: nowMs });
  expect(cuts.due(nowMs + 30_000)).toEqual({ streamId: 'right', atMs: nowMs });
});

test('the camera that is on air stays while another one comes on air as well', () => {
  const cuts = new CutList();
  cuts.follow({ streamIds: ['left'], sinceMs: 1_000 });
  cuts.follow({ streamIds: ['right', 'left'], sinceMs: 2_000 });
  expect(cuts.due(3_000)?.streamId).toBe('left');
  cuts.follow({ streamIds: ['right'], sinceMs: 2_500 });
  expect(cuts.due(3_000)).toEqual({ streamId: 'right', atMs: 2_500 });
});

test('cuts whose time is over give way to later ones', () => {
  const cuts = new CutList();
  for (const [index, streamId] of ['a', 'b', 'c'].entries()) {
    cuts.follow({ streamIds: [streamId], sinceMs: 1_000 + index * 100 });
  }
  expect(cuts.due(1_150)?.streamId).toBe('b');
  expect(cuts.next?.streamId).toBe('b');
  expect(cuts.due(1_200)?.streamId).toBe('c');
});

test('a program that begins anew shows its camera again', () => {
  const cuts = new CutList();
  cuts.follow({ streamIds: ['one'], sinceMs: 1 });
  const cut = cuts.due(1);
  if (cut) cuts.done(cut);
  expect(cuts.next).toBeNull();
  cuts.restart();
  expect(cuts.next).toEqual({ streamId: 'one', atMs: 1 });
});
