import { expect, test } from 'vitest';
import { previewPlaceholder } from './preview-words';

test.each([
  ['active', 'Connecting to stream…'],
  ['error', 'Stream error'],
  ['idle', 'Stream offline'],
  ['stopping', 'Stopping stream…'],
  ['provisioning', 'Provisioning stream…'],
  ['stopped', 'Waiting for preview'],
] as const)('a stream that is %s reads %s', (status, text) => {
  expect(previewPlaceholder(status)).toBe(text);
});

test('a camera that was lost before the page was opened has no picture', () => {
  expect(previewPlaceholder('active', 'lost')).toBe('No picture');
});

test('an event without streams waits for a preview', () => {
  expect(previewPlaceholder(undefined)).toBe('Waiting for preview');
});
