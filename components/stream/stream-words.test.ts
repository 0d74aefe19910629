import { expect, test } from 'vitest';
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
