import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { streamSignalSchema, streamStatusSchema } from '@/lib/contracts/streams';
import { type Evidence, shownState } from './shown-state';
import { countsSentence } from './state-counts';

const evidence: Evidence = { hasContact: true, picture: { kind: 'unwatched' }, sample: undefined, isSampleOld: false };
type Attributes = Pick<StreamJson['attributes'], 'status' | 'signal'>;
const state = (attributes: Attributes, more?: Partial<Evidence>) => shownState(attributes, { ...evidence, ...more });
const live = { status: 'active', signal: 'live' } as const;

test('counts cameras by how they are, what is live first', () => {
  expect(countsSentence([])).toBe('');
  expect(
    countsSentence([
      state({ status: 'stopped', signal: 'none' }),
      state({ status: 'active', signal: 'lost' }),
      state({ status: 'active', signal: 'none' }),
      state(live, { picture: { kind: 'missing', seconds: 2 } }),
      state({ status: 'error', signal: 'none' }),
      state(live),
      state(live),
    ]),
  ).toBe('2 live, 1 waiting, 1 lost, 1 without a picture, 1 failed, 1 off');
  expect(countsSentence([state(live, { hasContact: false })])).toBe('1 unknown');
});

test.each(streamStatusSchema.options)('each camera of status %s is counted once', (status) => {
  for (const signal of streamSignalSchema.options) {
    for (const hasContact of [true, false])
      expect(countsSentence([state({ status, signal }, { hasContact })])).toMatch(/^1 [a-z ]+$/);
  }
});
