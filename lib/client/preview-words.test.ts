import { expect, test } from 'vitest';
import { previewPlaceholder } from './preview-words';

test.each([
  ['active', 'live', 'Connecting to stream…'],
  ['active', 'connecting', 'Connecting to stream…'],
  ['active', 'none', 'Waiting for the camera'],
  ['active', 'lost', 'Waiting for the camera'],
  ['error', 'none', 'Stream error'],
  ['idle', 'none', 'Stream offline'],
  ['stopping', 'live', 'Stopping stream…'],
  ['provisioning', 'none', 'Provisioning stream…'],
  ['stopped', 'none', 'Waiting for preview'],
] as const)('a stream that is %s with signal %s reads %s', (status, signal, text) => {
  expect(previewPlaceholder({ status, signal })).toBe(text);
});

test('an event without streams waits for a preview', () => {
  expect(previewPlaceholder(undefined)).toBe('Waiting for preview');
});
