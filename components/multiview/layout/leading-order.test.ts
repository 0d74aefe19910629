import { expect, test } from 'vitest';
import type { TallyState } from '@/lib/core/tally';
import { leadingOrder } from './leading-order';

const led = (ids: string, tally: Record<string, TallyState>) => leadingOrder(ids.split(''), (id) => tally[id]).join('');

test.each<[name: string, before: string, tally: Record<string, TallyState>, after: string]>([
  ['on air is first, next is second', 'abcde', { d: 'program', c: 'preview' }, 'dcbae'],
  ['a cut to what was next: the two change places', 'dcbae', { c: 'program', d: 'preview' }, 'cdbae'],
  ['a cut to another one: it changes places with what was on air', 'cdbae', { e: 'program', d: 'preview' }, 'edbac'],
  ['another one is next', 'edbac', { e: 'program', a: 'preview' }, 'eabdc'],
  ['a mix: who leads stays while it is on air', 'eabdc', { e: 'program', a: 'program' }, 'eabdc'],
  ['the one on air is next as well', 'eabdc', { a: 'program', c: 'preview', e: 'off' }, 'acbde'],
  ['nothing is on air: who led stays', 'aebdc', { a: 'off', e: 'off' }, 'aebdc'],
  ['tally is unknown: nothing moves', 'aebdc', { c: 'unknown' }, 'aebdc'],
  ['no tally', 'abc', {}, 'abc'],
  ['one camera', 'a', { a: 'program' }, 'a'],
  ['no camera', '', {}, ''],
])('%s', (_, before, tally, after) => {
  expect(led(before, tally)).toBe(after);
});
