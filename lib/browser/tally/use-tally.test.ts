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
