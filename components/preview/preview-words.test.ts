import { expect, test } from 'vitest';
import { previewPlaceholder } from './preview-words';

test.each([
  ['active', 'Connecting to stream…'],
  ['error', 'Stream error'],
  ['idle', 'Stream offline'],
  ['stopping', 'Stopping stream…'],
  ['provisioning', 'Provisioning stream…'],
  ['stopped', 'Waiting for preview'],
  ['unheard-of' as 'stopped', 'Waiting for preview'],
] as const)('a stream that is %s reads %s', (status, text) => {
  expect(previewPlaceholder(status)).toBe(text);
});

test('an event without streams waits for a preview', () => {
  expect(previewPlaceholder(undefined)).toBe('Waiting for preview');
});
