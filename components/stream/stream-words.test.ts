import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { powerLabel, stateWord } from './stream-words';

test.each([
  ['idle', 'none', 'Off', 'Off', 'off'],
  ['stopped', 'lost', 'Off', 'Off', 'off'],
  ['provisioning', 'none', 'Turning on', 'Turning on', 'pending'],
  ['stopping', 'live', 'Turning off', 'Turning off', 'pending'],
  ['active', 'none', 'On', 'Waiting for the camera', 'pending'],
  ['active', 'connecting', 'On', 'Camera connecting', 'pending'],
  ['active', 'live', 'On', 'Live', 'live'],
  ['active', 'lost', 'On', 'Camera lost', 'failed'],
  ['error', 'live', 'Off', 'Failed', 'failed'],
] as const)('%s with signal %s', (status, signal, label, word, tone) => {
  expect(powerLabel(status)).toBe(label);
  expect(stateWord({ status, signal })).toEqual({ word, tone });
});

type Attributes = StreamJson['attributes'];

test.each([
  ['started', 'none', 'Started', 'live'],
  ['starting', 'none', 'Starting', 'pending'],
  ['terminated', 'none', 'Terminated', 'off'],
  ['failed', 'none', 'Failed', 'failed'],
  ['unheard-of', 'live', 'unheard-of', 'unknown'],
  ['toString', 'live', 'toString', 'unknown'],
  ['active', 'unheard-of', 'unheard-of', 'unknown'],
] as const)('%s with signal %s, which this server does not send', (status, signal, word, tone) => {
  const sent = { status, signal } as unknown as Pick<Attributes, 'status' | 'signal'>;
  expect(stateWord(sent)).toEqual({ word, tone });
});
