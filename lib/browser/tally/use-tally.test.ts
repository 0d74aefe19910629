import { expect, test, vi } from 'vitest';
import type { TallyState } from '@/lib/core/tally';
import { TallyStore } from './use-tally';

const tally = (id: string, states: Record<string, TallyState>) => ({
  id,
  type: 'tally' as const,
  attributes: { streams: Object.entries(states).map(([stream_id, tally]) => ({ stream_id, tally })) },
});

test('a snapshot replaces everything, a change its event alone, and each is told', () => {
  const store = new TallyStore();
  const listener = vi.fn();
  const remove = store.subscribe(listener);
  expect([store.isLoaded, store.stateOf('a')]).toEqual([false, null]);
  store.apply({
    type: 'tally_snapshot',
    tallies: [tally('gala', { a: 'program', b: 'off' }), tally('talk', { c: 'unknown' })],
    is_complete: true,
  });
  expect([store.isLoaded, store.stateOf('a'), store.stateOf('b'), store.stateOf('c')]).toEqual([
    true,
    'program',
    'off',
    'unknown',
  ]);
  store.apply({ type: 'tally_upsert', tally: tally('gala', { b: 'preview' }) });
  expect([store.stateOf('a'), store.stateOf('b'), store.stateOf('c')]).toEqual([null, 'preview', 'unknown']);
  expect(listener).toHaveBeenCalledTimes(2);
  remove();
  store.apply({ type: 'tally_snapshot', tallies: [], is_complete: true });
  expect(store.stateOf('c')).toBeNull();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('one camera is next where no other one of its event is', () => {
  const store = new TallyStore();
  const tallies = [tally('gala', { a: 'program', b: 'preview' }), tally('talk', { c: 'preview' })];
  store.apply({ type: 'tally_snapshot', tallies, is_complete: true });
  expect(['a', 'b', 'c', 'd'].map((id) => store.isOnlyNext(id))).toEqual([false, true, true, false]);
  store.apply({ type: 'tally_upsert', tally: tally('gala', { a: 'preview', b: 'preview' }) });
  expect(['a', 'b', 'c'].map((id) => store.isOnlyNext(id))).toEqual([false, false, true]);
});

test('a cut is shown at once, until the server says the same or refuses it', () => {
  const store = new TallyStore();
  const upsert = (states: Record<string, TallyState>) =>
    store.apply({ type: 'tally_upsert', tally: tally('gala', states) });
  const predict = (states: Record<string, TallyState>) => store.predict('gala', new Map(Object.entries(states)));
  const shown = () => [store.stateOf('a'), store.stateOf('b')];
  upsert({ a: 'program', b: 'preview' });
  const refused = predict({ a: 'preview', b: 'program' });
  expect(shown()).toEqual(['preview', 'program']);
  refused(false);
  expect(shown()).toEqual(['program', 'preview']);

  const answeredFirst = predict({ a: 'preview', b: 'program' });
  answeredFirst(true);
  expect([shown(), store.isPredicting('gala')]).toEqual([['preview', 'program'], true]);
  upsert({ a: 'preview', b: 'program' });
  expect([shown(), store.isPredicting('gala')]).toEqual([['preview', 'program'], false]);

  const heardFirst = predict({ a: 'program', b: 'preview' });
  upsert({ a: 'program', b: 'preview' });
  expect(store.isPredicting('gala')).toBe(true);
  heardFirst(true);
  expect([shown(), store.isPredicting('gala')]).toEqual([['program', 'preview'], false]);

  const [first, second] = [predict({ a: 'off' }), predict({ a: 'preview' })];
  first(false);
  expect(shown()[0]).toBe('preview');
  second(false);
  expect(shown()).toEqual(['program', 'preview']);
});

test('a message of before a cut, which comes after it, does not show that again', () => {
  vi.useFakeTimers();
  const store = new TallyStore();
  const upsert = (states: Record<string, TallyState>) =>
    store.apply({ type: 'tally_upsert', tally: tally('gala', states) });
  const shown = () => [store.stateOf('a'), store.stateOf('b')];
  upsert({ a: 'off', b: 'program' });
  const settle = store.predict('gala', new Map([['a', 'program'] as const, ['b', 'preview'] as const]));
  upsert({ a: 'preview', b: 'program' });
  settle(true);
  expect(shown()).toEqual(['program', 'preview']);
  upsert({ a: 'program', b: 'preview' });
  expect([shown(), store.isPredicting('gala')]).toEqual([['program', 'preview'], false]);

  // Somebody else has cut at once, and nothing follows.
  const overtaken = store.predict('gala', new Map([['a', 'preview'] as const, ['b', 'program'] as const]));
  upsert({ a: 'program', b: 'off' });
  overtaken(true);
  expect(shown()).toEqual(['preview', 'program']);
  vi.runAllTimers();
  expect(shown()).toEqual(['program', 'off']);
  vi.useRealTimers();
});
