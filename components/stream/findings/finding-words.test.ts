import { expect, test } from 'vitest';
import type { Finding } from '@/lib/contracts/streams';
import { findingsHint } from './finding-words';

const finding = (sentence: string): Finding => ({
  code: 'audio_silent',
  severity: 'warning',
  sentence,
  fix: 'Look for a muted microphone.',
  settings: null,
  since: '2026-01-01T12:00:00.000Z',
});

test.each([
  [[], null],
  [['The sound is silent.'], 'The sound is silent.'],
  [['The sound is silent.', 'The camera sends HEVC.'], '2 problems: The sound is silent.'],
])('the hint of %j', (sentences, hint) => {
  expect(findingsHint(sentences.map(finding))).toBe(hint);
});
